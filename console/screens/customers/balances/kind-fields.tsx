import { Select } from '@mantine/core'
import { useState } from 'react'
import type { BalanceKind } from '#console/app/use-balance-kinds.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { balances } from '#console/strings/balances.ts'

export interface ChosenKind {
  kind: BalanceKind | undefined
  currency: string | null
  setKind(name: string | null): void
  setCurrency(code: string | null): void
}

/** The kind and the currency of an account. A kind that counts units has no currency. */
export function useChosenKind(kinds: readonly BalanceKind[]): ChosenKind {
  const [name, setKind] = useState<string | null>(kinds[0]?.kind ?? null)
  const [code, setCurrency] = useState<string | null>(null)
  const [defaultCurrency = null] = useCurrencies()
  const kind = kinds.find((one) => one.kind === name)
  return { kind, currency: kind?.worth == null ? (code ?? defaultCurrency) : null, setKind, setCurrency }
}

interface KindFieldsProps {
  kinds: readonly BalanceKind[]
  chosen: ChosenKind
  errors: Readonly<Record<string, string>>
}

export function KindFields({ kinds, chosen, errors }: KindFieldsProps) {
  const words = balances.useWords()
  const currencies = useCurrencies()
  return (
    <>
      <Select
        label={words.kind}
        data={kinds.map(({ kind, name }) => ({ value: kind, label: name }))}
        value={chosen.kind?.kind ?? null}
        onChange={chosen.setKind}
        error={errors.kind}
      />
      {chosen.kind?.worth == null && (
        <Select
          label={words.currency}
          data={currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          value={chosen.currency}
          onChange={chosen.setCurrency}
          error={errors.currency_code}
        />
      )}
    </>
  )
}
