import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopValue } from '../shop-value/shop-value.ts'

/** Checks a step of the core. A thrown DomainError refuses the step. */
export type StepRule<Context> = (context: Context & { em: EntityManager }) => void | Promise<void>

/** A step of the core that plugins may refuse. */
export class Step<Context extends object> {
  readonly rules = new ShopValue<readonly StepRule<Context>[]>([])

  /** Call it after the locks and before the first change. @throws the error of the first rule that refuses. */
  assertAllowed(em: EntityManager, context: Context): Promise<void> | undefined {
    const rules = this.rules.of(em)
    return rules.length > 0 ? applyRules(rules, em, context) : undefined
  }
}

/** The rules get their own entity manager in the transaction, so that no later flush writes the entities that they load. */
async function applyRules<Context extends object>(
  rules: readonly StepRule<Context>[],
  em: EntityManager,
  context: Context,
): Promise<void> {
  const ruleContext = { ...context, em: em.fork({ keepTransactionContext: true }) }
  for (const rule of rules) await rule(ruleContext)
}
