import type { AnyRouter } from '@trpc/server'
import { parseCronItems } from 'graphile-worker'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { BALANCE_PROVIDER_ID, SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { entities } from '#entities/index.ts'
import { isEventGroup, isEventName } from '#entities/platform/event/events.ts'
import { FIELD_TABLES } from '#entities/platform/field/field.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { adminRouter, storeRouter } from '#routers/index.ts'
import { coreBatchTypes } from '#server/batch-types/core.ts'
import { tasks as coreTasks } from '#server/jobs/tasks.ts'
import { coreProviders } from '#server/providers/core.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { coreNamesOf } from '../plugin/core-names.ts'
import type { LoadedPlugin } from '../plugin/loaded-plugin.ts'
import { mountName } from '../plugin/mount-name.ts'
import type { Provided } from '../plugin/plugin.ts'
import { STEPS } from '../plugin/steps.ts'
import { problemsOfConsole } from './console-parts.ts'
import { problemsOfFieldRules, problemsOfFields } from './problems-of-fields.ts'
import { problemsOfMethods } from './problems-of-methods.ts'
import { problemsOfParts } from './problems-of-parts.ts'
import { problemsOfQueries } from './problems-of-queries.ts'
import { conflictsOfRoutes, problemsOfRoutes } from './problems-of-routes.ts'

/** Returns the conflicts and mistakes in a list of plugins, each as one line with its solution. */
export const findProblems = (plugins: readonly LoadedPlugin[]): string[] => [
  ...plugins.flatMap(({ problems = [] }) => problems),
  ...plugins.flatMap(problemsOfName),
  ...plugins.flatMap(problemsOfVersion),
  ...plugins.flatMap(problemsOfPaths),
  ...plugins.flatMap(problemsOfSchedules),
  ...plugins.flatMap(problemsOfParts),
  ...plugins.flatMap(problemsOfPayments),
  ...plugins.flatMap(problemsOfMethods),
  ...plugins.flatMap(problemsOfSteps),
  ...problemsOfHandlers(plugins),
  ...plugins.flatMap(problemsOfWebhookPaths),
  ...plugins.flatMap(problemsOfEvents),
  ...plugins.flatMap(problemsOfFields),
  ...plugins.flatMap(problemsOfFieldRules),
  ...plugins.flatMap(problemsOfConsole),
  ...plugins.flatMap(problemsOfQueries),
  ...plugins.flatMap(problemsOfNumbers),
  ...plugins.flatMap(problemsOfWebhooks),
  ...plugins.flatMap(problemsOfMails),
  ...plugins.flatMap(problemsOfTenders),
  ...plugins.flatMap(problemsOfRoutes),
  ...conflictsOfRoutes(plugins),
  ...conflicts(plugins),
]

const problemsOfPayments = ({ name, provides: { payment = [] } }: LoadedPlugin): string[] =>
  payment.flatMap(({ id, chargeSavedMethod, deleteSavedMethod, savedMethods, remote }) => {
    const without = [
      ...(chargeSavedMethod && !savedMethods ? [['chargeSavedMethod', 'savedMethods']] : []),
      // Without a key, a charge whose answer was lost would be made again.
      ...(chargeSavedMethod && savedMethods && !remote ? [['chargeSavedMethod', 'remote']] : []),
      ...(deleteSavedMethod && !savedMethods ? [['deleteSavedMethod', 'savedMethods']] : []),
    ]
    return without.map(
      ([method, missing]) =>
        `The payment provider ${id} of the plugin ${name} has ${method} without ${missing}. Add ${missing}, or remove ${method}.`,
    )
  })

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

function problemsOfName({ name }: LoadedPlugin): string[] {
  if (!NAME.test(name))
    return [`The plugin name "${name}" is invalid. Use lower-case words with hyphens, such as gift-wrap.`]
  const key = mountName(name)
  const isTaken = [adminRouter, storeRouter].some((router) => key in router._def.record)
  return isTaken ? [`The plugin name "${name}" belongs to procedures of the core. Rename the plugin.`] : []
}

function problemsOfVersion({ name, cartwright: range }: LoadedPlugin): string[] {
  if (range === undefined) return []
  if (validRange(range) === null) return [`The plugin ${name} has the invalid version range "${range}".`]
  return satisfies(packageJson.version, range)
    ? []
    : [`The plugin ${name} needs Cartwright ${range}, and this is ${packageJson.version}. Install a matching version.`]
}

/** A REST path outside of the plugin's own prefix could hide a path of the core. */
function problemsOfPaths(plugin: LoadedPlugin): string[] {
  const prefix = `/${plugin.name}`
  return ([plugin.admin, plugin.store] as const).flatMap((router) =>
    (router ? restPathsOf(router) : [])
      .filter((path) => path !== prefix && !path.startsWith(`${prefix}/`))
      .map((path) => `The plugin ${plugin.name} has the REST path ${path}. Begin the path with ${prefix}.`),
  )
}

const restPathsOf = (router: AnyRouter): string[] =>
  proceduresOf(router).flatMap(([, { meta }]) => (meta?.openapi ? [meta.openapi.path] : []))

function problemsOfSchedules({ name, jobs = [] }: LoadedPlugin): string[] {
  return jobs.flatMap(({ name: job, schedule: match }) => {
    if (match === undefined) return []
    try {
      parseCronItems([{ task: 'schedule', match }])
      return []
    } catch {
      return [`The job ${job} of the plugin ${name} has the invalid schedule "${match}". Use cron syntax.`]
    }
  })
}

function problemsOfMails({ name, mails = [], events = [] }: LoadedPlugin): string[] {
  const announced: readonly string[] = events
  return mails.flatMap(({ event, languages }) => [
    ...(announced.includes(event) ? [] : [`The plugin ${name} has a mail for ${event}. List the event in \`events\`.`]),
    ...(languages.length > 0 ? [] : [`The mail for ${event} of the plugin ${name} has no text. Add one for \`en\`.`]),
    ...languages
      .filter((language) => !/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
      .map(
        (language) =>
          `The mail for ${event} of the plugin ${name} has the unknown language ${language}. Use en or de-AT.`,
      ),
  ])
}

/** Express would decode other names. */
const problemsOfWebhooks = ({ name, webhooks = {} }: LoadedPlugin): string[] =>
  Object.keys(webhooks)
    .filter((key) => !/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(key))
    .map((key) => `The webhook "${key}" of the plugin ${name} is invalid. Use lower-case letters, such as erp.`)

const problemsOfNumbers = ({ name, numbers = [] }: LoadedPlugin): string[] =>
  numbers.flatMap((one) => one.problems.map((problem) => `The numbers ${one.name} of the plugin ${name} ${problem}`))

const problemsOfTenders = ({ name, tenders = [] }: LoadedPlugin): string[] =>
  tenders.flatMap((one) => one.problems.map((problem) => `The tender ${one.kind} of the plugin ${name} ${problem}`))

/** The shop would ignore such a rule or effect. */
const problemsOfSteps = ({ name, rules = {}, effects = {} }: LoadedPlugin): string[] => [
  ...[...unknownSteps('a rule', rules), ...unknownSteps('an effect', effects)].map(
    (problem) => `The plugin ${name} has ${problem}. Use ${Object.keys(STEPS).join(', ')}.`,
  ),
  ...Object.entries(STEPS)
    .filter(([step, { description }]) => description.onlyEffects && step in rules)
    .map(([step]) => `The plugin ${name} has a rule for the step ${step}, which cannot be refused. Write an effect.`),
]

const unknownSteps = (part: string, functions: object): string[] =>
  Object.keys(functions)
    .filter((step) => !(step in STEPS))
    .map((step) => `${part} for the unknown step ${step}`)

/** No event would reach such a handler. */
function problemsOfHandlers(plugins: readonly LoadedPlugin[]): string[] {
  const groups = plugins.map(({ name: group, events: names = [] }) => ({ group, resource: group, names }))
  return plugins.flatMap(({ name, on }) =>
    Object.keys(on)
      .filter((event) => !isEventName(event, groups))
      .map(
        (event) =>
          `The plugin ${name} handles the unknown event ${event}. Correct its name, or list the plugin that announces it.`,
      ),
  )
}

/** The core would answer such a path, so no webhook would arrive. */
const problemsOfWebhookPaths = ({ name, provides: { payment = [], fulfillment = [] } }: LoadedPlugin): string[] =>
  [...payment, ...fulfillment].flatMap(({ webhookPath }) =>
    webhookPath === undefined || WEBHOOK_PATH.test(webhookPath)
      ? []
      : [`The plugin ${name} has the invalid webhook path "${webhookPath}". Use a path such as /stripe/hooks.`],
  )

const WEBHOOK_PATH = /^\/(?!(?:admin|store|trpc|hooks)\/)[a-z0-9_-]+(\/[a-z0-9_-]+)+$/

function problemsOfEvents({ name, events = [] }: LoadedPlugin): string[] {
  if (events.length === 0) return []
  if (isEventGroup(name)) return [`The events ${name}.* belong to the core. Rename the plugin ${name}.`]
  return events
    .filter((event: string) => !event.startsWith(`${name}.`))
    .map((event) => `The plugin ${name} has the event ${event}. Begin its name with ${name}.`)
}

type Claim = readonly [plugin: string, thing: string]

/** Reports each name that two plugins claim. The core counts as the plugin `core`. */
function conflicts(plugins: readonly LoadedPlugin[]): string[] {
  const claims: Claim[] = [
    ...coreClaims(),
    ...plugins.flatMap((plugin) => claimsOf(plugin).map((thing): Claim => [plugin.name, thing])),
  ]
  const owners = Map.groupBy(claims, ([, thing]) => thing)
  return Array.from(owners, ([thing, [first, second]]) =>
    first && second ? [`${nameOf(first)} and ${nameOf(second)} both have ${thing}. ${solutionOf(first, second)}`] : [],
  ).flat()
}

const solutionOf = ([plugin, thing]: Claim, [other]: Claim): string =>
  thing.startsWith('the entity ') && plugin !== other
    ? `Remove one of them, or begin its class name with the name of its plugin, such as ${entityNameOf(other)}.`
    : 'Remove one of them.'

const entityNameOf = (plugin: string): string =>
  `${plugin.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Entry`

const nameOf = ([plugin]: Claim): string => (plugin === 'core' ? 'The core' : `Plugin ${plugin}`)

const coreClaims = (): Claim[] =>
  [
    ...[...coreProviders.payment.keys(), SYSTEM_PROVIDER_ID, BALANCE_PROVIDER_ID].map(
      (id) => `the payment provider ${id}`,
    ),
    ...Array.from(coreProviders.fulfillment.keys(), (id) => `the fulfillment provider ${id}`),
    ...Object.keys(coreTasks).map((name) => `the job ${name}`),
    ...Object.keys(coreBatchTypes).map((type) => `the batch job type ${type}`),
    ...entities.map(({ name }) => `the entity ${name}`),
    ...FIELD_TABLES.flatMap((table) => coreNamesOf(table).map((name) => `the column ${name} of ${table}`)),
  ].map((thing): Claim => ['core', thing])

const webhookPathsOf = ({ payment = [], fulfillment = [] }: Provided): string[] =>
  [...payment, ...fulfillment].flatMap(({ id, webhookPath, receiveWebhook }) => [
    ...(receiveWebhook ? [`/hooks/${id}`] : []),
    ...(webhookPath ? [webhookPath] : []),
  ])

function claimsOf({ provides: provided, ...plugin }: LoadedPlugin): string[] {
  return [
    `the name ${plugin.name}`,
    ...(provided.payment ?? []).map(({ id }) => `the payment provider ${id}`),
    ...webhookPathsOf(provided).map((path) => `the webhook path ${path}`),
    ...(provided.fulfillment ?? []).map(({ id }) => `the fulfillment provider ${id}`),
    ...(provided.tax ?? []).map(({ id }) => `the tax provider ${id}`),
    ...(provided.notification ?? []).map(({ id }) => `the notification provider ${id}`),
    ...(provided.oauth ?? []).map(({ application_name }) => `the OAuth provider ${application_name}`),
    ...(provided.files ? ['a file store'] : []),
    ...(provided.search ? ['a search provider'] : []),
    ...(provided.oldAddresses ? ['redirects from old addresses'] : []),
    ...(plugin.jobs ?? []).map(({ name }) => `the job ${name}`),
    ...Object.keys(plugin.webhooks ?? {}).map((key) => `the webhook path /hooks/${key}`),
    ...(plugin.mails ?? []).map(({ event }) => `the mail for ${event}`),
    ...(plugin.numbers ?? []).map(({ name }) => `the numbers ${name}`),
    ...(plugin.tenders ?? []).map(({ kind }) => `the tender ${kind}`),
    ...Object.keys(plugin.batchTypes ?? {}).map((type) => `the batch job type ${type}`),
    ...(plugin.console ? [`the console page ${plugin.console.title}`] : []),
    ...(plugin.entities ?? []).map(({ name }) => `the entity ${name}`),
    ...FIELD_TABLES.flatMap((table) =>
      Object.keys(plugin.fields?.[table] ?? {}).map((name) => `the column ${name} of ${table}`),
    ),
  ]
}
