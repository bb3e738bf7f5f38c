import { deleteUnusedTitles, storeNextTitles } from '#entities/catalogue/product/store-titles.ts'
import { storeNextWords, waitForOldWords } from '#entities/catalogue/search/store-words.ts'
import { indexNextLanguage } from '#entities/market/language/store-chains.ts'
import type { Task } from '../plugin/job-context.ts'

/** Each transaction stores or deletes the titles or words of some products, so that other writers of titles wait shortly. */
export const storeTitles: Task<'store_titles'> = async ({ orm }, _, { signal }) => {
  const em = orm.em.fork()
  while (await em.transactional((transaction) => indexNextLanguage(transaction))) signal.throwIfAborted()
  await em.transactional((transaction) => waitForOldWords(transaction))
  for (let after: string | null = ''; after !== null; signal.throwIfAborted()) {
    const last: string = after
    after = await em.transactional((transaction) => storeNextWords(transaction, last))
  }
  while (await em.transactional((transaction) => storeNextTitles(transaction))) signal.throwIfAborted()
  while (await em.transactional((transaction) => deleteUnusedTitles(transaction))) signal.throwIfAborted()
}
