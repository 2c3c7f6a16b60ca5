type Labels = Readonly<Record<string, string | number>>

/** A value with its labels; the third is what a histogram puts behind its name. */
export type Sample = readonly [
  labels: Labels,
  value: number,
  suffix?: '_bucket' | '_sum' | '_count',
]

/** One metric in Prometheus' text format 0.0.4; label values have no quotes, no backslashes. */
export function exposed(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(([labels, value, suffix = '']) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}
