import type { MikroORM } from '@mikro-orm/postgresql'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase } from '#server/shop/open-database.ts'

type Settings = Omit<Parameters<typeof openDatabase>[1] & object, 'like'>
type OpenedParts = NonNullable<Parameters<typeof openDatabase>[2]>

/** The first ORM of each set of entities and fields. It may be closed: the others share only its metadata. */
const opened: { model: readonly unknown[]; orm: MikroORM }[] = []

/** Opens a database of a test. Shops of one process with the same entities and fields share their metadata. */
export async function openTestDatabase(
  url: string,
  settings: Settings = {},
  parts: OpenedParts = coreParts,
): Promise<MikroORM> {
  const model = modelOf(parts)
  const like = opened.find((one) => isSame(one.model, model))?.orm
  const orm = await openDatabase(url, { ...settings, like }, parts)
  if (!like) opened.push({ model, orm })
  return orm
}

const modelOf = ({ entities, plugins }: Pick<ShopParts, 'entities' | 'plugins'>): readonly unknown[] => [
  ...entities,
  ...plugins.map(({ fields }) => fields).filter((fields) => Object.keys(fields).length > 0),
]

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, place) => part === other[place])
