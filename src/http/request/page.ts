import { t } from 'elysia'
import type { AnswerDocs } from './route.ts'
import { ASKED_EACH_TIME, STATIC_HEADERS, StaticBody } from './static-body.ts'

const HTML_TYPE = 'text/html; charset=utf-8'

const PAGE_HEADERS = {
  ...STATIC_HEADERS,
  'Content-Security-Policy': 'Only the scripts of the page run; no other page may frame it.',
  'Referrer-Policy': '`no-referrer`',
}

export const PAGE_DOCS = {
  description: 'The page.',
  contentType: HTML_TYPE,
  schema: t.String(),
  example: '<!doctype html>',
  headers: PAGE_HEADERS,
} satisfies AnswerDocs

export const PAGE_NOT_MODIFIED_DOCS: Readonly<Record<number, AnswerDocs>> = {
  304: {
    description: 'It is the one that you have.',
    schema: null,
    example: '',
    headers: PAGE_HEADERS,
  },
}

/** A page that loads only scripts within it or files of this server. */
export function pageBody(html: string): StaticBody {
  return new StaticBody(HTML_TYPE, html, ASKED_EACH_TIME, {
    'content-security-policy': policyOf(html),
    'referrer-policy': 'no-referrer',
  })
}

/** Scripts are allowed by their hashes: a script injected into the page does not run. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${Bun.SHA256.hash(script, 'base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    // MapLibre makes its worker of a blob.
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
