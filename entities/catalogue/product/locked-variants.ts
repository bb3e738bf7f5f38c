import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { assertUniqueOptionTitle, assertValidChoices, type ChosenVariant, type OptionChoice } from './choices.ts'
import { lockProduct } from './find-product.ts'
import { ProductOption } from './product-option.ts'
import { ProductOptionValue } from './product-option-value.ts'
import { ProductVariant } from './product-variant.ts'

/** @throws NotFound if no product has this id. */
export async function lockVariants(em: EntityManager, product_id: string): Promise<LockedVariants> {
  await lockProduct(em, product_id)
  return readLockedVariants(em, product_id)
}

/** The caller must have locked the product. */
export async function readLockedVariants(em: EntityManager, product_id: string): Promise<LockedVariants> {
  const [options, variants, values] = await batch<[JsonRow, JsonRow, JsonRow]>(
    em,
    selectOptions.with(product_id),
    selectVariants.with(product_id),
    selectValues.with(product_id),
  )
  return new LockedVariants(em, product_id, {
    options: options.map(({ row }) => trackRow(em, ProductOption, row)),
    variants: variants.map(({ row }) => trackRow(em, ProductVariant, row)),
    values: values.map(({ row }) => trackRow(em, ProductOptionValue, row)),
  })
}

/** The options and variants of a locked product, as tracked rows. */
export class LockedVariants {
  readonly id: string
  options: Row<ProductOption>[]
  variants: Row<ProductVariant>[]
  #values: Row<ProductOptionValue>[]
  readonly #em: EntityManager

  constructor(
    em: EntityManager,
    product_id: string,
    rows: { options: Row<ProductOption>[]; variants: Row<ProductVariant>[]; values: Row<ProductOptionValue>[] },
  ) {
    this.#em = em
    this.id = product_id
    this.options = rows.options
    this.variants = rows.variants
    this.#values = rows.values
  }

  /** Returns the ids of the removed variants. */
  removeVariantsExcept(ids: readonly string[]): string[] {
    const removed = this.variants.filter(({ id }) => !ids.includes(id))
    this.variants = this.variants.filter((variant) => !removed.includes(variant))
    return removed.map(({ id }) => id)
  }

  /** @throws NotFound */
  removeVariants(ids: readonly string[]): void {
    const removed = new Set(ids.map((id) => this.variantOrThrow(id)))
    this.variants = this.variants.filter((variant) => !removed.has(variant))
  }

  /** Removes the option with its values. @throws NotFound */
  removeOption(id: string): Row<ProductOption> {
    const removed = this.optionOrThrow(id)
    this.options = this.options.filter((option) => option !== removed)
    this.#values = this.#values.filter(({ option_id }) => option_id !== id)
    return removed
  }

  variantOrThrow(id: string): Row<ProductVariant> {
    const variant = this.variants.find((one) => one.id === id)
    if (!variant) throw new NotFound(`Variant with id: ${id} was not found`)
    return variant
  }

  optionOrThrow(id: string): Row<ProductOption> {
    const option = this.options.find((one) => one.id === id)
    if (!option) throw new NotFound(`Option with id: ${id} does not exist`)
    return option
  }

  choicesOf(variant: { id: string }): OptionChoice[] {
    return this.#values.filter(({ variant_id }) => variant_id === variant.id)
  }

  /** Check the choices after all changes, so that two variants can swap their values. */
  choose(variant: { id: string }, choices: readonly OptionChoice[]): void {
    for (const { option_id, value } of choices) {
      if (!this.options.some(({ id }) => id === option_id))
        throw new InvalidData(`Option with id: ${option_id} does not belong to the product`).because({
          name: 'entry_missing',
        })
      const current = this.choicesOf(variant).find((choice) => choice.option_id === option_id)
      if (current) current.value = value
      else this.#values.push(insertRow(this.#em, ProductOptionValue, { option_id, value, variant_id: variant.id }))
    }
  }

  assertUniqueOptionTitle(title: string, except?: { id: string }): void {
    assertUniqueOptionTitle(
      title,
      this.options.filter(({ id }) => id !== except?.id),
    )
  }

  /** `except` is the variant with the choices. `added` are new variants. */
  assertValidChoices(
    choices: readonly OptionChoice[],
    { except, added = [] }: { except?: { id: string }; added?: readonly ChosenVariant[] } = {},
  ): void {
    const others = this.variants.filter(({ id }) => id !== except?.id)
    const chosen = others.map((variant) => ({ title: variant.title, choices: this.choicesOf(variant) }))
    assertValidChoices(choices, { options: this.options, others: [...chosen, ...added] })
  }

  /** @throws InvalidData if a variant lacks a value, Duplicate if two variants have the same values. */
  assertDistinctVariants(): void {
    for (const variant of this.variants) this.assertValidChoices(this.choicesOf(variant), { except: variant })
  }

  assertOptionDeletable({ id }: { id: string }): void {
    const remainingChoices = this.variants.map((variant) => {
      const choices = this.choicesOf(variant).filter(({ option_id }) => option_id !== id)
      return JSON.stringify(choices.map(({ option_id, value }) => [option_id, value]).sort())
    })
    if (new Set(remainingChoices).size === remainingChoices.length) return
    throw new InvalidData(
      'To delete an option, first delete all variants, such that when an option is deleted, no duplicate variants will exist.',
    ).because({ name: 'option_in_use' })
  }

  nextRank(): number {
    return Math.max(-1, ...this.variants.map((variant) => variant.variant_rank ?? 0)) + 1
  }
}

const selectOptions = statement<JsonRow>(`
  select to_json(o) as row from product_option o
  where product_id = $1 and deleted_at is null order by created_at, id`)
const selectVariants = statement<JsonRow>(`
  select to_json(v) as row from product_variant v
  where product_id = $1 and deleted_at is null order by variant_rank, created_at, id`)
const selectValues = statement<JsonRow>(`
  select to_json(c) as row from product_option_value c
  where variant_id in (select id from product_variant where product_id = $1 and deleted_at is null) and deleted_at is null
  order by created_at, id`)
