# The image of Saola: its executable, the C library that it needs, and nothing else. See
# docs/docker.md.
FROM docker.io/library/node:22-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends git ca-certificates
WORKDIR /source
COPY . .
RUN npm run build && sh packaging/container-root.sh dist/saola /root-fs && mkdir /empty

FROM scratch
COPY --from=build /root-fs /
COPY --from=build --chown=10001:10001 /empty /var/lib/saola
USER 10001:10001
ENV SAOLA_HOST=0.0.0.0 SAOLA_PORT=8080 SAOLA_DATA=/var/lib/saola
VOLUME /var/lib/saola
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["/usr/bin/saola", "health"]
ENTRYPOINT ["/usr/bin/saola"]
CMD ["serve"]
