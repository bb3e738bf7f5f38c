import type { UseFormReturnType } from '@mantine/form'
import { LabelledChoice } from '#console/components/form/labelled-choice.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { newBuyGetValues } from './buy-get-values.ts'
import type { DiscountValues } from './discount-values.ts'

interface DiscountKindProps {
  fields: UseFormReturnType<DiscountValues>
}

/** Whether buyers enter a code. */
export function DiscountUse({ fields }: DiscountKindProps) {
  const words = promotions.useWords()
  return (
    <LabelledChoice
      label={words.use}
      data={[
        { value: 'code', label: words.withCode },
        { value: 'automatic', label: words.automatically },
      ]}
      value={fields.getValues().is_automatic ? 'automatic' : 'code'}
      onChange={(use) =>
        fields.setValues({
          is_automatic: use === 'automatic',
          ...(use === 'automatic' ? { is_dynamic: false } : {}),
        })
      }
    />
  )
}

/** A percentage, an amount, free shipping, or "buy X, get Y" with a percentage. */
export function DiscountKind({ fields }: DiscountKindProps) {
  const words = promotions.useWords()
  const { rule, regions } = fields.getValues()
  const choose = (kind: string) => {
    const terms = termsOf(kind)
    fields.setValues({
      rule: { ...rule, ...terms, minimum_amount: null, minimum_quantity: null, tiers: [] },
      ...(terms.type === 'fixed' ? { regions: regions.slice(0, 1) } : {}),
    })
  }
  return (
    <LabelledChoice
      label={words.kind}
      orientation="horizontal"
      data={[
        { value: 'percentage', label: words.percentage },
        { value: 'fixed', label: words.fixed },
        { value: 'free_shipping', label: words.freeShipping },
        { value: 'buy_get', label: words.buyGet },
      ]}
      value={rule.buy_get ? 'buy_get' : rule.type}
      onChange={choose}
      styles={{ root: { flexWrap: 'wrap' } }}
    />
  )
}

function termsOf(kind: string): Pick<DiscountValues['rule'], 'type' | 'value' | 'buy_get'> {
  if (kind === 'buy_get') return { type: 'percentage', value: 100, buy_get: newBuyGetValues }
  if (kind === 'free_shipping') return { type: 'free_shipping', value: 0, buy_get: null }
  return { type: kind === 'fixed' ? 'fixed' : 'percentage', value: null, buy_get: null }
}
