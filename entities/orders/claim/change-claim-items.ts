import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { deleteRow, findRows, insertRow, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { ClaimImage } from './claim-image.ts'
import { ClaimItem, type ClaimReason } from './claim-item.ts'
import type { ClaimOrder } from './claim-order.ts'
import { addClaimTags, replaceClaimTags } from './claim-tags.ts'

/** An existing image or tag has an `id`. A new one has no `id`. */
interface ImageInput {
  id?: string | null | undefined
  url?: string | null | undefined
}
interface TagInput {
  id?: string | null | undefined
  value?: string | null | undefined
}

export interface ClaimItemChanges {
  id: string
  /** Must equal the stored value, like `quantity`. */
  item_id?: string | null | undefined
  quantity?: number | null | undefined
  note?: string | null | undefined
  reason?: ClaimReason | null | undefined
  images?: readonly ImageInput[] | null | undefined
  tags?: readonly TagInput[] | null | undefined
  metadata?: Metadata | null | undefined
}

/** Returns the ids of the changed items. */
export async function changeClaimItems(
  em: EntityManager,
  claim: Row<ClaimOrder>,
  changes: readonly ClaimItemChanges[],
): Promise<string[]> {
  const items = await findRows(em, ClaimItem, { claim_order_id: claim.id })
  const itemIds = items.map(({ id }) => id)
  const images = await findRows(em, ClaimImage, { claim_item_id: itemIds })
  const tagIds = await selectTagIds(em, itemIds)
  const keptTagIds = new Map<string, string[]>()
  const newTags = new Map<string, string[]>()
  for (const { id, item_id, quantity, note, reason, metadata, ...change } of changes) {
    const item = items.find((candidate) => candidate.id === id)
    if (!item) throw new NotFound(`Claim item with id: ${id} was not found.`)
    assertUnchanged('item_id', item.item_id, item_id)
    assertUnchanged('quantity', item.quantity, quantity)
    applyChanges(item, { note, reason: reason ?? undefined, metadata })
    const isOfItem = ({ claim_item_id }: { claim_item_id: string }) => claim_item_id === id
    if (change.images) replaceImages(em, { id, images: images.filter(isOfItem) }, change.images)
    if (!change.tags) continue
    keptTagIds.set(id, selectKeptTags(tagIds.filter(isOfItem), change.tags))
    newTags.set(id, selectNewTags(change.tags))
  }
  await replaceClaimTags(em, keptTagIds)
  await addClaimTags(em, newTags)
  return changes.map(({ id }) => id)
}

function assertUnchanged<Value>(name: string, value: Value, input: Value | null | undefined): void {
  if (input != null && input !== value) throw new InvalidData(`The ${name} of a claim item cannot be changed`)
}

function replaceImages(
  em: EntityManager,
  { id: claim_item_id, images }: { id: string; images: readonly Row<ClaimImage>[] },
  inputs: readonly ImageInput[],
): void {
  const keptIds = new Set(inputs.map(({ id }) => id))
  for (const image of images) if (!keptIds.has(image.id)) deleteRow(em, image)
  for (const { id, url } of inputs) {
    const image = images.find((candidate) => candidate.id === id)
    if (id && !image) throw new NotFound(`Claim image with id: ${id} was not found.`)
    if (image) image.url = url ?? image.url
    else if (url) insertRow(em, ClaimImage, { claim_item_id, url })
  }
}

function selectKeptTags(stored: readonly { claim_tag_id: string }[], tags: readonly TagInput[]): string[] {
  const storedIds = new Set(stored.map(({ claim_tag_id }) => claim_tag_id))
  const ids = tags.flatMap(({ id }) => id ?? [])
  const unknownId = ids.find((id) => !storedIds.has(id))
  if (unknownId) throw new NotFound(`Claim tag with id: ${unknownId} was not found.`)
  return ids
}

const selectTagIds = query((db, claimItemIds: readonly string[]) =>
  db
    .selectFrom('claim_item_tags')
    .select(['claim_item_id', 'claim_tag_id'])
    .where('claim_item_id', '=', anyOf(claimItemIds)),
)

const selectNewTags = (tags: readonly TagInput[]): string[] =>
  tags.flatMap(({ id, value }) => (id ? [] : (value ?? [])))
