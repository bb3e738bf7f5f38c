import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { applyChanges } from '#entities/values/apply-changes.ts'
import { ClaimImage } from './claim-image.ts'
import { ClaimItem, type ClaimReason } from './claim-item.ts'
import type { ClaimOrder } from './claim-order.ts'
import { addClaimTags, replaceClaimTags } from './claim-tags.ts'

/** Something there is already, by its id, or something new. */
interface Image {
  id?: string | null | undefined
  url?: string | null | undefined
}
interface Tag {
  id?: string | null | undefined
  value?: string | null | undefined
}

export interface ClaimItemChanges {
  id: string
  /** Only as it is: what was claimed cannot be changed. */
  item_id?: string | null | undefined
  /** The same. */
  quantity?: number | null | undefined
  note?: string | null | undefined
  reason?: ClaimReason | null | undefined
  /** All that there are from now on. */
  images?: readonly Image[] | null | undefined
  /** The same. */
  tags?: readonly Tag[] | null | undefined
  metadata?: Metadata | null | undefined
}

/**
 * Answers the ids of the items that are changed.
 * @throws NotFound for an item that the claim does not have. InvalidData for another line or quantity.
 */
export async function changeClaimItems(
  em: EntityManager,
  claim: ClaimOrder,
  changes: readonly ClaimItemChanges[],
): Promise<string[]> {
  const items = await em.find(ClaimItem, { claim_order_id: claim.id }, { populate: ['images', 'tags'] })
  const kept = new Map<string, string[]>()
  const words = new Map<string, string[]>()
  for (const { id, item_id, quantity, note, reason, metadata, images, tags } of changes) {
    const item = items.find((one) => one.id === id)
    if (!item) throw new NotFound(`Claim item with id: ${id} was not found.`)
    refuseOther('item_id', item.item_id, item_id)
    refuseOther('quantity', item.quantity, quantity)
    applyChanges(item, { note, reason: reason ?? undefined, metadata })
    if (images) setImages(em, item, images)
    if (!tags) continue
    kept.set(id, keptTags(item, tags))
    words.set(
      id,
      tags.flatMap((tag) => (tag.id ? [] : (tag.value ?? []))),
    )
  }
  await replaceClaimTags(em, kept)
  await addClaimTags(em, words)
  return changes.map(({ id }) => id)
}

function refuseOther<Value>(name: string, stored: Value, given: Value | null | undefined): void {
  if (given != null && given !== stored) throw new InvalidData(`The ${name} of a claim item cannot be changed`)
}

function setImages(em: EntityManager, item: ClaimItem, images: readonly Image[]): void {
  const present = item.images.getItems()
  const kept = new Set(images.map(({ id }) => id))
  for (const image of present) if (!kept.has(image.id)) em.remove(image)
  for (const { id, url } of images) {
    const known = present.find((image) => image.id === id)
    if (id && !known) throw new NotFound(`Claim image with id: ${id} was not found.`)
    if (known) known.url = url ?? known.url
    else if (url) em.create(ClaimImage, { claim_item_id: item.id, url })
  }
}

function keptTags(item: ClaimItem, tags: readonly Tag[]): string[] {
  const present = new Set(item.tags.getItems().map(({ id }) => id))
  const ids = tags.flatMap(({ id }) => id ?? [])
  const unknown = ids.find((id) => !present.has(id))
  if (unknown) throw new NotFound(`Claim tag with id: ${unknown} was not found.`)
  return ids
}
