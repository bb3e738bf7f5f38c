import { Duplicate, InvalidData } from '#entities/errors.ts'

export interface OptionChoice {
  option_id: string
  value: string
}

export interface ChosenOption {
  id: string
  title: string
}

export interface ChosenVariant {
  title: string
  choices: readonly OptionChoice[]
}

export function assertUniqueOptionTitle(title: string, others: readonly ChosenOption[]): void {
  if (others.some((option) => option.title.toLowerCase() === title.toLowerCase()))
    throw new Duplicate(`An option with the title: ${title} already exists`)
      .about('title')
      .because({ name: 'option_exists', title })
}

export function assertNumberOfChoices(options: number, choices: number): void {
  if (options === choices) return
  throw new InvalidData(
    `Product options length does not match variant options length. Product has ${options} and variant has ${choices}.`,
  ).because({ name: 'variant_options_incomplete', product: options, variant: choices })
}

/** `others` are the other variants of the product. */
export function assertValidChoices(
  choices: readonly OptionChoice[],
  { options, others }: { options: readonly ChosenOption[]; others: readonly ChosenVariant[] },
): void {
  assertNumberOfChoices(options.length, choices.length)
  const missing = options.find((option) => !choices.some((choice) => choice.option_id === option.id))
  if (missing)
    throw new InvalidData(`Variant options do not contain value for ${missing.title}`).because({
      name: 'variant_option_missing',
      title: missing.title,
    })
  const duplicate = others.find((variant) => hasAll(variant, choices))
  if (duplicate)
    throw new Duplicate(`Variant with title ${duplicate.title} with provided options already exists`).because({
      name: 'variant_exists',
      title: duplicate.title,
    })
}

const hasAll = (variant: ChosenVariant, choices: readonly OptionChoice[]) =>
  choices.every(({ option_id, value }) => variant.choices.find((one) => one.option_id === option_id)?.value === value)
