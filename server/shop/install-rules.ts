import type { MikroORM } from '@mikro-orm/postgresql'
import type { ShopParts } from './shop-parts.ts'
import { STEPS, type StepName } from './steps.ts'

/** Applies the rules of the plugins to all entity managers of `orm`. */
export function installRules(orm: MikroORM, parts: Pick<ShopParts, 'rules' | 'settings'>): void {
  for (const name of Object.keys(STEPS) as StepName[]) installRulesOf(name, orm, parts)
}

function installRulesOf<Name extends StepName>(
  name: Name,
  { config }: MikroORM,
  { rules, settings }: Pick<ShopParts, 'rules' | 'settings'>,
): void {
  const stepRules = rules.flatMap(({ [name]: rule }) => rule ?? [])
  if (stepRules.length === 0) return
  STEPS[name].setRules(
    config,
    stepRules.map((rule) => (context) => rule({ ...context, settings })),
  )
}
