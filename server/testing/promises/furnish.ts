import { runShop } from '../run-shop.ts'
import { createRows } from './create-rows.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import { type Stock, stockOf } from './stock.ts'
import type { Sample, Subject } from './subject.ts'

const furnished = new WeakMap<Subject, Promise<Stock>>()

/** Returns the stock with rows of the plugin for both customers. */
export function furnish(subject: Subject): Promise<Stock> {
  const known = furnished.get(subject) ?? addRows(subject)
  furnished.set(subject, known)
  return known
}

async function addRows(subject: Subject): Promise<Stock> {
  const { name, ...people } = await stockOf(subject)
  const shop = await runShop(subject.parts, name)
  await subject.prepare(shop, people)
  const vocabularyFor = (sample: Sample) => pluginVocabulary(shop.orm, subject, sample)
  await createRows({ ...people, subject, shop, vocabularyFor })
  await shop.runJobs()
  return { ...people, name: await shop.stop() }
}
