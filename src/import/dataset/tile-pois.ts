import type { Place } from '../../search/model/place.ts'
import type { TilePoi } from '../../tiles/build.ts'
import { categoryOf } from '../tags/category.ts'

/** The input of tiles: the points of interest among the places. */
export function tilePois(places: readonly Place[]): TilePoi[] {
  return places
    .filter(({ kind }) => kind === 'poi')
    .map(({ id, name, category, tags, lonE7, latE7, importance }) => ({
      id,
      name,
      category: categoryOf(category, tags, name),
      lonE7,
      latE7,
      importance,
    }))
}
