import { uint32Column } from '../../base/column.ts'
import { MEMBER_RELATION } from '../block.ts'
import type { RelationScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkId, checkItems, checkMembers, checkObjects } from './limits.ts'
import { appendTags, readObject } from './pbf-object.ts'
import { countPacked, type Fields, type Range, unpackDeltas, unpackUints } from './protobuf.ts'

// Scratch memory, reused from relation to relation.
const types = uint32Column()

/** Appends one Relation. */
export function readRelation(bytes: Uint8Array, fields: Fields, out: RelationScratch): void {
  const {
    id,
    keys,
    values,
    isThere,
    list8: roles,
    list9: memberIds,
    list10: memberTypes,
  } = readObject(fields)
  if (!isThere) return
  if (id === null) fault('has a relation without an id')
  checkId(id)
  checkObjects(out.ids.length + 1)
  appendTags(bytes, keys, values, out.tags)
  appendMembers(id, bytes, roles, memberIds, memberTypes, out)
  out.ids.push(id)
  out.tags.closeObject()
}

function appendMembers(
  relationId: number,
  bytes: Uint8Array,
  roles: Range,
  memberIds: Range,
  memberTypes: Range,
  out: RelationScratch,
): void {
  const count = countPacked(bytes, memberIds)
  checkMembers(relationId, count)
  checkItems(out.memberId.length + count)
  if (countPacked(bytes, roles) !== count || countPacked(bytes, memberTypes) !== count) {
    fault('has a relation with unlike numbers of members, roles and types')
  }
  unpackDeltas(bytes, memberIds, out.memberId.reserve(count), out.memberId.length)
  unpackUints(bytes, roles, out.memberRole.reserve(count), out.memberRole.length)
  const raw = types.reserve(count)
  unpackUints(bytes, memberTypes, raw, 0)
  const target = out.memberType.reserve(count)
  for (let i = 0; i < count; i++) {
    const type = raw[i]!
    if (type > MEMBER_RELATION) fault(`has a relation with a member of type ${type}`)
    target[out.memberType.length + i] = type
  }
  out.memberId.length += count
  out.memberRole.length += count
  out.memberType.length += count
  out.memberFirst.push(out.memberId.length)
}
