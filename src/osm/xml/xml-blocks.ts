import {
  MEMBER_NODE,
  MEMBER_RELATION,
  MEMBER_WAY,
  type NodeBlock,
  type OsmWant,
  type RelationBlock,
  type WayBlock,
} from '../block.ts'
import { NodeScratch, RelationScratch, type TagScratch, WayScratch } from '../columns.ts'
import { fault } from '../fault.ts'
import { checkId, checkItems, checkMembers, checkRefs } from '../pbf/limits.ts'
import { checkInWorld } from '../pbf/scale.ts'
import { stringTable } from '../pbf/strings.ts'

export type Attributes = Readonly<Record<string, string>>

/** A finished block of one kind. */
export type XmlBlock =
  | { readonly kind: 'node'; readonly block: NodeBlock }
  | { readonly kind: 'way'; readonly block: WayBlock }
  | { readonly kind: 'relation'; readonly block: RelationBlock }

type Kind = XmlBlock['kind']

/** Objects of a block, as in PBF files: memory stays as small for XML. */
const BLOCK_OBJECTS_MAX = 8000
/** Of refs, members or tags: objects that are as large as they may be come in smaller blocks. */
const BLOCK_ITEMS_MAX = 2 ** 20
/** Of keys, values and roles: a block of a PBF file has at most 2^25 bytes in all. */
const BLOCK_CHARS_MAX = 2 ** 24
const OBJECT_CHARS_MAX = 2 ** 25
const E7 = 1e7
const MEMBER_TYPES = new Map([
  ['node', MEMBER_NODE],
  ['way', MEMBER_WAY],
  ['relation', MEMBER_RELATION],
])

/** `Number` takes more than that: `0x10`, `Infinity`. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Gathers the wanted objects of an XML file into blocks, in file order. It is told of every element
 * and lays finished blocks into `ready`; after `finish` all are there.
 */
export class XmlBlocks {
  readonly ready: XmlBlock[] = []
  private readonly want: OsmWant
  private readonly nodes = new NodeScratch()
  private readonly ways = new WayScratch()
  private readonly relations = new RelationScratch()
  private readonly strings = new Map<string, number>()
  /** Kind of the block under construction. */
  private kind: Kind = 'node'
  private objects = 0
  /** Of all strings of the block. */
  private chars = 0
  /** Kind of the object that is open; null between objects and in one that is left out. */
  private current: Kind | null = null
  /** Its id. */
  private id = 0
  /** Refs and members of the block before it. */
  private itemsBefore = 0

  constructor(want: OsmWant) {
    this.want = want
    this.begin()
  }

  /** `isTop`: it stands in the root itself, as objects do. */
  open(name: string, attributes: Attributes, isTop: boolean): void {
    if (name === 'node' || name === 'way' || name === 'relation') {
      if (!isTop) fault(`has a <${name}> inside another element`)
      this.openObject(name, attributes)
    } else if (name === 'tag') this.addTag(attributes)
    else if (name === 'nd' && this.current === 'way') this.addRef(attributes)
    else if (name === 'member' && this.current === 'relation') this.addMember(attributes)
  }

  close(name: string): void {
    if (name !== this.current) return
    if (name === 'node') this.closeNode()
    else if (name === 'way') {
      this.ways.refFirst.push(this.ways.refs.length)
      this.ways.tags.closeObject()
    } else {
      this.relations.memberFirst.push(this.relations.memberId.length)
      this.relations.tags.closeObject()
    }
    this.current = null
    this.objects++
    const isFull = this.objects === BLOCK_OBJECTS_MAX || this.chars > BLOCK_CHARS_MAX
    if (isFull || this.items() > BLOCK_ITEMS_MAX) this.finish()
  }

  private items(): number {
    const { nodes, ways, relations } = this
    const tags = nodes.tags.key.length + ways.tags.key.length + relations.tags.key.length
    return tags + ways.refs.length + relations.memberId.length
  }

  /** Ends the block under construction. */
  finish(): void {
    const strings = stringTable([...this.strings.keys()])
    const nodes = this.nodes.take()
    const ways = this.ways.take()
    const relations = this.relations.take()
    if (nodes) this.ready.push({ kind: 'node', block: { ...nodes, strings } })
    if (ways) this.ready.push({ kind: 'way', block: { ...ways, strings } })
    if (relations) this.ready.push({ kind: 'relation', block: { ...relations, strings } })
    this.begin()
  }

  private begin(): void {
    this.nodes.begin()
    this.ways.begin()
    this.relations.begin()
    this.strings.clear()
    this.objects = 0
    this.chars = 0
  }

  private openObject(kind: Kind, attributes: Attributes): void {
    // Deleted objects: `visible` in files with history, `action` in those of the editor JOSM.
    const isDeleted = attributes['visible'] === 'false' || attributes['action'] === 'delete'
    if (isDeleted || !this.isWanted(kind)) return
    if (kind !== this.kind) this.finish()
    this.kind = kind
    this.current = kind
    const id = wholeNumber(attributes['id'], `a ${kind} without an id`)
    this.id = id
    this.itemsBefore = this.ways.refs.length + this.relations.memberId.length
    if (kind === 'node') {
      const lonE7 = degreesE7(attributes['lon'], id)
      const latE7 = degreesE7(attributes['lat'], id)
      checkInWorld(id, lonE7, latE7)
      this.nodes.ids.push(id)
      this.nodes.lonE7.push(lonE7)
      this.nodes.latE7.push(latE7)
    } else if (kind === 'way') this.ways.ids.push(id)
    else this.relations.ids.push(id)
  }

  private isWanted(kind: Kind): boolean {
    if (kind === 'node') return this.want.nodes !== 'none'
    return kind === 'way' ? this.want.ways : this.want.relations
  }

  private addTag(attributes: Attributes): void {
    if (this.current === null) return
    if (this.current === 'node' && this.want.nodes === 'coordinates') return
    const { k, v } = attributes
    if (k === undefined || v === undefined) fault('has a tag without key or value')
    const tags = this.tagsOfCurrent()
    tags.key.push(this.indexOf(k))
    tags.value.push(this.indexOf(v))
    checkItems(tags.key.length)
  }

  private tagsOfCurrent(): TagScratch {
    if (this.current === 'node') return this.nodes.tags
    return this.current === 'way' ? this.ways.tags : this.relations.tags
  }

  private indexOf(text: string): number {
    const known = this.strings.get(text)
    if (known !== undefined) return known
    this.chars += text.length
    if (this.chars > BLOCK_CHARS_MAX + OBJECT_CHARS_MAX) {
      fault(`has object ${this.id} with more than ${OBJECT_CHARS_MAX} characters of tags`)
    }
    this.strings.set(text, this.strings.size)
    return this.strings.size - 1
  }

  private addRef(attributes: Attributes): void {
    const ref = wholeNumber(attributes['ref'], 'a way with a node without an id')
    if (attributes['lon'] !== undefined && attributes['lat'] !== undefined) {
      const lonE7 = degreesE7(attributes['lon'], ref)
      const latE7 = degreesE7(attributes['lat'], ref)
      checkInWorld(ref, lonE7, latE7)
      this.ways.padPositions()
      this.ways.lonE7.push(lonE7)
      this.ways.latE7.push(latE7)
    }
    this.ways.refs.push(ref)
    checkRefs(this.id, this.ways.refs.length - this.itemsBefore)
  }

  private addMember(attributes: Attributes): void {
    const type = MEMBER_TYPES.get(attributes['type'] ?? '')
    if (type === undefined) fault('has a relation with a member of no known type')
    this.relations.memberType.push(type)
    this.relations.memberId.push(
      wholeNumber(attributes['ref'], 'a relation with a member without an id'),
    )
    this.relations.memberRole.push(this.indexOf(attributes['role'] ?? ''))
    checkMembers(this.id, this.relations.memberId.length - this.itemsBefore)
  }

  private closeNode(): void {
    const { tags, ids, lonE7, latE7 } = this.nodes
    const isTagged = tags.key.length > tags.first.reserve(0)[tags.first.length - 1]!
    if (isTagged || this.want.nodes !== 'tagged') {
      tags.closeObject()
      return
    }
    ids.length--
    lonE7.length--
    latE7.length--
  }
}

function wholeNumber(text: string | undefined, otherwise: string): number {
  if (text === undefined || !/^-?\d+$/.test(text)) return fault(`has ${otherwise}`)
  checkId(Number(text))
  return Number(text)
}

function degreesE7(text: string | undefined, id: number): number {
  if (text === undefined || text.trim() === '') fault(`has node ${id} without a position`)
  if (!DECIMAL.test(text.trim())) fault(`has node ${id} at '${text}', which is no decimal number`)
  return Math.round(Number(text) * E7)
}
