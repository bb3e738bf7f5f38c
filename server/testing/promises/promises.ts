import type { Shop } from '#server/process/define-shop.ts'
import { findUndeclaredPersonalData } from './declare-personal-data.ts'
import { examplesOf } from './examples.ts'
import { isCallable } from './exercise.ts'
import { findGrowingQueries } from './find-growing-queries.ts'
import { findHarmfulInputs } from './find-harmful-inputs.ts'
import { findLostMoney } from './find-lost-money.ts'
import { findLostUpdates } from './find-lost-updates.ts'
import { findLostValues } from './find-lost-values.ts'
import { findRouteFaults } from './find-route-faults.ts'
import { findShownSecrets } from './find-shown-secrets.ts'
import { findUnauthorizedCalls } from './find-unauthorized-calls.ts'
import { findUntranslatedFields } from './find-untranslated-fields.ts'
import { findWebhookFaults } from './find-webhook-faults.ts'
import { findWrongEffects } from './find-wrong-effects.ts'
import { type PromiseOptions, type Subject, subjectOf } from './subject.ts'

export interface PluginPromise {
  name: string
  /** @throws Error that lists the violations. */
  check(): Promise<void>
}

const PROMISES: Readonly<Record<string, (subject: Subject) => Promise<string[]>>> = {
  'each procedure accepts an example': findUncalledProcedures,
  'procedures refuse callers without the right': findUnauthorizedCalls,
  'invalid input gets a clear error and changes nothing': findHarmfulInputs,
  'fields keep each value or refuse it': findLostValues,
  'a translated field shows the text of each language': findUntranslatedFields,
  'the number of statements of a query does not grow with the rows': findGrowingQueries,
  'the audit log contains each change by an administrator': async (subject) => [
    ...(await examplesOf(subject)).unaudited,
  ],
  'no answer contains a secret': findShownSecrets,
  'columns with data of customers declare whether it is personal': findUndeclaredPersonalData,
  'routes refuse strangers, escape values and answer in time': findRouteFaults,
  'webhooks refuse strangers and process each notice once': findWebhookFaults,
  'concurrent calls have the effect of sequential calls': findLostUpdates,
  'effects are rolled back with their step and happen once': findWrongEffects,
  'balances neither lose nor create money': findLostMoney,
}

/**
 * Returns the promises that the core makes and that a plugin must keep. Register each one as a test.
 *
 * @example
 * for (const { name, check } of promises(shop, 'wishlist')) test(name, check, 60_000)
 */
export function promises<Tested extends Shop>(
  shop: Tested,
  plugin: string,
  options: PromiseOptions<Tested> = {},
): PluginPromise[] {
  const subject = subjectOf(shop, plugin, options)
  return Object.entries(PROMISES).map(([name, find]) => ({
    name: `${plugin}: ${name}`,
    async check() {
      const found = [...(await find(subject)), ...subject.faults.problems]
      if (found.length > 0) throw new Error(found.join('\n'))
    },
  }))
}

async function findUncalledProcedures(subject: Subject): Promise<string[]> {
  const { calls, refusals } = await examplesOf(subject)
  return subject.targets
    .filter((target) => isCallable(target) && !calls.has(target.name))
    .map(
      ({ name }) =>
        `${name} accepted no generated input. Add an example to \`inputs\`, or rows in \`prepare\`. First answer: ${refusals.get(name) ?? 'none, because no generated input matches the schema'}`,
    )
}
