/** Tags of ways and nodes that routing reads; equal ones make equal roads. */
export const KEYS: ReadonlySet<string> = new Set([
  ...['highway', 'route', 'junction', 'service', 'area', 'impassable', 'motorroad', 'foot'],
  ...['bicycle', 'access', 'vehicle', 'motor_vehicle', 'motorcar', 'motorcycle', 'oneway'],
  ...['name', 'name:vi', 'name:en', 'ref', 'bridge', 'tunnel', 'toll', 'duration'],
  ...['destination', 'destination:ref', 'junction:ref'],
  ...['surface', 'smoothness', 'tracktype', 'lanes', 'width', 'est_width', 'maxwidth', 'narrow'],
  ...['maxheight', 'maxweight', 'construction', 'layer', 'sidewalk'],
  ...['ford', 'maxspeed', 'source:maxspeed', 'zone:traffic', 'zone:maxspeed'],
  ...['barrier', 'bollard', 'locked', 'direction', 'traffic_signals:direction'],
])
const FAMILIES: readonly RegExp[] = [
  /^(?:access|vehicle|motor_vehicle|motorcar|motorcycle):(?:forward|backward)$/,
  /^oneway:(?:vehicle|motor_vehicle|motorcar|motorcycle)$/,
  /^maxspeed:(?:type|forward|backward)$/,
  /^maxspeed:(?:motorcar|motorcycle)(?::(?:forward|backward))?$/,
  /^max(?:height|width):physical$/,
  /^max(?:height|width|weight)(?::physical)?:(?:forward|backward)$/,
  /^toll:(?:motorcar|motorcycle)$/,
]

export function isRoutingKey(key: string): boolean {
  return KEYS.has(key) || FAMILIES.some((family) => family.test(key))
}
