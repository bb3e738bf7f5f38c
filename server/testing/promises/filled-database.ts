import { runShop } from '../run-shop.ts'
import { createRows } from './create-rows.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import { type SampleDatabase, sampleDatabaseOf } from './sample-database.ts'
import type { Sample, Subject } from './subject.ts'

const filled = new WeakMap<Subject, Promise<SampleDatabase>>()

/** Returns a copy of the sample database with rows of the plugin for both customers. */
export function filledDatabaseOf(subject: Subject): Promise<SampleDatabase> {
  const known = filled.get(subject) ?? addRows(subject)
  filled.set(subject, known)
  return known
}

async function addRows(subject: Subject): Promise<SampleDatabase> {
  const { name, ...people } = await sampleDatabaseOf(subject)
  const shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  await subject.prepare(shop, people)
  const vocabularyFor = (sample: Sample) => pluginVocabulary(shop.orm, subject, sample)
  await createRows({ ...people, subject, shop, vocabularyFor })
  await shop.runJobs()
  return { ...people, name: await shop.stop() }
}
