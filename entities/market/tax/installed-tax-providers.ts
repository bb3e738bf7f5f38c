import type { EntityManager } from '@mikro-orm/postgresql'
import { TaxAnswers } from './tax-answers.ts'

/** Tax providers belong to one ORM, so that one process can run several shops. */
const answersByShop = new WeakMap<EntityManager['config'], TaxAnswers>()
const noAnswers = new TaxAnswers(new Map())

export const setTaxAnswers = (config: EntityManager['config'], answers: TaxAnswers): unknown =>
  answersByShop.set(config, answers)

export const taxAnswersOf = ({ config }: EntityManager): TaxAnswers => answersByShop.get(config) ?? noAnswers
