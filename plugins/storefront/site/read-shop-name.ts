import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from 'cartwright'

const selectName = statement<{ name: string }>('select name from store limit 1')

export const readShopName = async (em: EntityManager): Promise<string> => (await selectName(em))[0]?.name ?? ''
