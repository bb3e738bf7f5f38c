import { InvalidData } from '#entities/errors.ts'
import { StartError } from '#server/base/start-error.ts'
import type { Environment } from '#server/settings/config.ts'
import { composeHostedShop } from './compose-hosted-shop.ts'
import type { ShopRecord } from './directory.ts'
import { openShop, type Program } from './open-shop.ts'
import { assertOfShop } from './shop-environment.ts'

/**
 * Changes environment variables of a shop. An empty value removes one.
 * @throws InvalidData if a variable belongs to the deployment, or if the shop could not be opened with the new values.
 */
export async function setVariables(program: Program, id: string, changes: Environment): Promise<void> {
  const { directory, plugins } = program
  assertOfShop(changes, plugins)
  const record = await directory.get(id)
  const settings = withoutEmpty({ ...record.settings, ...changes })
  await refuseStartErrors(async () => composeHostedShop(program, { ...record, settings }))
  await directory.setSettings(id, (settings) => withoutEmpty({ ...settings, ...changes }))
}

/** Runs the pending migrations of a shop. @throws StartError */
export async function upgradeShop(program: Program, record: ShopRecord): Promise<void> {
  const shop = await openShop(program, record)
  await shop[Symbol.asyncDispose]()
}

/** @throws InvalidData if the operators have the host name. */
export function assertFreeHosts({ env }: Pick<Program, 'env'>, hosts: readonly string[]): void {
  const taken = env.OPERATOR_HOST?.toLowerCase()
  if (taken && hosts.some((host) => host.toLowerCase() === taken))
    throw new InvalidData(`${taken} is the host of the operators. Use another host name.`).about('hosts')
}

/** Translates the error of a command into one of a request. */
export async function refuseStartErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof StartError) throw new InvalidData(error.message)
    throw error
  }
}

const withoutEmpty = (settings: Environment): Environment =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
