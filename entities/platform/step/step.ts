import type { EntityManager } from '@mikro-orm/postgresql'
import { runLast } from '#database/last-work.ts'
import { type Shop, shopOf } from '#entities/shop.ts'
import type { FieldTable } from '../field/field.ts'

/** Checks a step of the core. A thrown DomainError refuses the step. */
export type StepRule<Context> = (context: Context & { em: EntityManager }) => void | Promise<void>

/** Writes rows of a plugin in the transaction of a step. */
export interface StepEffect<Context> {
  /** The place of the plugin in its shop. */
  place: number
  /** Returns whether it has set fields in rows of the step. */
  run: (context: Context & { em: EntityManager }) => Promise<boolean>
}

interface StepDescription<Context, Result> {
  /** When the step happens, as a sentence. */
  moment: string
  /** What rules and effects receive. */
  context: Readonly<Record<keyof Context, string>>
  /** What only effects receive, because the step creates it. */
  result?: Readonly<Record<keyof Result, string>>
  /** It has happened at a provider, so plugins cannot refuse it. */
  onlyEffects?: true
  /** The tables whose rows the step has locked. Effects may write fields of plugins in them. */
  fields?: readonly FieldTable[]
}

/** A step of the core that plugins may refuse and follow with effects. */
export class Step<Context extends object, Result extends object = object> {
  readonly description: StepDescription<Context, Result>
  readonly #rules = new WeakMap<Shop, readonly StepRule<Context>[]>()
  readonly #effects = new WeakMap<Shop, readonly StepEffect<Context & Result>[]>()

  constructor(description: StepDescription<Context, Result>) {
    this.description = description
  }

  setRules(shop: Shop, rules: readonly StepRule<Context>[]): void {
    this.#rules.set(shop, rules)
  }

  setEffects(shop: Shop, effects: readonly StepEffect<Context & Result>[]): void {
    this.#effects.set(shop, effects)
  }

  /** Call it after the locks and before the first change. @throws the error of the first rule that refuses. */
  assertAllowed(em: EntityManager, context: Context): Promise<void> | undefined {
    const rules = this.#rules.get(shopOf(em))
    return rules?.length ? applyRules(rules, em, context) : undefined
  }

  hasEffects(em: EntityManager): boolean {
    return (this.#effects.get(shopOf(em))?.length ?? 0) > 0
  }

  /** Call it after the change. The effects run at the end of the transaction, with the rows of that moment. */
  addEffects(em: EntityManager, context: Context & Result): void {
    for (const { place, run } of this.#effects.get(shopOf(em)) ?? [])
      runLast(em, { place, run: () => run({ ...context, em: forkInTransaction(em) }) })
  }
}

/** The rules get their own entity manager in the transaction, so that no later flush writes the entities that they load. */
async function applyRules<Context extends object>(
  rules: readonly StepRule<Context>[],
  em: EntityManager,
  context: Context,
): Promise<void> {
  const ruleContext = { ...context, em: forkInTransaction(em) }
  for (const rule of rules) await rule(ruleContext)
}

const forkInTransaction = (em: EntityManager): EntityManager => em.fork({ keepTransactionContext: true })
