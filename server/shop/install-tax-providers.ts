import type { MikroORM } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { setTaxAnswers } from '#entities/market/tax/installed-tax-providers.ts'
import { TaxAnswers } from '#entities/market/tax/tax-answers.ts'
import type { ShopParts } from './shop-parts.ts'

/** Applies the tax providers to all carts that entity managers of `orm` read. */
export function installTaxProviders(
  { config }: MikroORM,
  { providers, logger }: Pick<ShopParts, 'providers'> & { logger?: Logger | undefined },
): void {
  if (providers.tax.size === 0) return
  const onError = (err: unknown, tax_provider: string) =>
    logger?.warn({ err, tax_provider }, 'The tax provider gave no valid answer')
  setTaxAnswers(config, new TaxAnswers(providers.tax, onError))
}
