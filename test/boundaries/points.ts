/** What the wards of the test data were simplified to: nearer to a border nothing is promised. */
const SIMPLIFIED_DEG = 0.0001
const POINTS = 1_000

/**
 * Rows of `tables/points_in_wards.csv`, farther than 0.0001° from a border, that `codeAt` has
 * elsewhere; it gives the code of the unit of a level at a point, empty for none.
 */
export function wrongPoints(
  table: string,
  codeAt: (level: 4 | 8, lon: number, lat: number) => string,
): string[] {
  const [heading, ...rows] = table.trim().split(/\r?\n/)
  if (heading !== 'lat,lon,ward_code,ward,province_code,province,border_deg') {
    throw new Error(`the table of points has other columns: ${heading}`)
  }
  if (rows.length !== POINTS) throw new Error(`the table has ${rows.length} points`)
  return rows.flatMap((row) => {
    const [lat, lon, ward, , province, , borderDeg] = row.split(',')
    if (Number(borderDeg) <= SIMPLIFIED_DEG) return []
    const found = ([8, 4] as const).map((level) => codeAt(level, Number(lon), Number(lat)))
    return found[0] === ward && found[1] === province ? [] : [`${row} → ${found.join(' ')}`]
  })
}
