import type { EntityManager } from '@mikro-orm/postgresql'
import { type Shop, shopOf } from '#entities/shop.ts'

/** Checks a step of the core. A thrown DomainError refuses the step. */
export type StepRule<Context> = (context: Context & { em: EntityManager }) => void | Promise<void>

/** A step of the core that plugins may refuse. */
export class Step<Context extends object> {
  readonly #rules = new WeakMap<Shop, readonly StepRule<Context>[]>()

  setRules(shop: Shop, rules: readonly StepRule<Context>[]): void {
    this.#rules.set(shop, rules)
  }

  /** Call it after the locks and before the first change. @throws the error of the first rule that refuses. */
  assertAllowed(em: EntityManager, context: Context): Promise<void> | undefined {
    const rules = this.#rules.get(shopOf(em))
    return rules?.length ? applyRules(rules, em, context) : undefined
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
