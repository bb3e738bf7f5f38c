import { SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DateTimeInput } from '#console/components/form/date-time-input.tsx'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import type { DiscountValues } from './discount-values.ts'

interface ValidityFieldsProps {
  fields: UseFormReturnType<DiscountValues>
  isStored: boolean
  /** A dynamic code has the other limits of its discount. */
  isCode?: boolean
}

/** When and how often buyers can use the discount, and whether it has codes for each buyer. */
export function ValidityFields({ fields, isStored, isCode = false }: ValidityFieldsProps) {
  const words = promotions.useWords()
  const { is_disabled, is_dynamic, is_automatic } = fields.getValues()
  return (
    <Section title={words.validity}>
      <Stack>
        <Switch
          label={words.enabledLabel}
          checked={!is_disabled}
          onChange={(event) => fields.setFieldValue('is_disabled', !event.currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateTimeInput label={words.startsAt} {...fields.getInputProps('starts_at')} />
          <DateTimeInput label={words.endsAt} {...fields.getInputProps('ends_at')} />
          <WholeNumberInput
            label={words.usageLimit}
            description={words.usageLimitHint}
            min={1}
            {...fields.getInputProps('usage_limit')}
          />
          {!isCode && (
            <WholeNumberInput
              label={words.limitPerCustomer}
              description={words.limitPerCustomerHint}
              min={1}
              {...fields.getInputProps('rule.limit_per_customer')}
            />
          )}
          {is_dynamic && !isCode && (
            <WholeNumberInput
              label={words.duration}
              description={words.usageLimitHint}
              min={1}
              {...fields.getInputProps('valid_duration')}
            />
          )}
        </SimpleGrid>
        {!isStored && !is_automatic && (
          <Switch
            label={words.dynamic}
            description={words.dynamicHint}
            {...fields.getInputProps('is_dynamic', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Section>
  )
}

/** Whether the discount applies together with others. */
export function CombinationFields({ fields }: Pick<ValidityFieldsProps, 'fields'>) {
  const words = promotions.useWords()
  return (
    <Section title={words.combination}>
      <Stack>
        <Text size="sm" c="dimmed">
          {words.combinationHint}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Switch label={words.combinable} {...fields.getInputProps('rule.is_combinable', { type: 'checkbox' })} />
          <WholeNumberInput
            label={words.priority}
            description={words.priorityHint}
            min={-1000}
            max={1000}
            {...fields.getInputProps('rule.priority')}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  )
}
