import { Button, Paper, Stack, Text } from '@mantine/core'
import { Section } from '#console/components/section.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { ConditionFields, type ConditionValues } from './condition-fields.tsx'
import { kindName } from './kind-name.ts'
import { CONDITION_KINDS } from './use-resources.ts'

interface NewConditionsProps {
  conditions: readonly ConditionValues[]
  onChange(conditions: ConditionValues[]): void
}

/** The conditions of a discount that is not stored yet. They are created with it. */
export function NewConditions({ conditions, onChange }: NewConditionsProps) {
  const words = promotions.useWords()
  const freeKinds = CONDITION_KINDS.filter((kind) => !conditions.some((one) => one.kind === kind))
  const [freeKind] = freeKinds
  return (
    <Section
      title={words.conditions}
      actions={
        freeKind && (
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange([...conditions, { kind: freeKind, operator: 'in', ids: [] }])}
          >
            {words.addCondition}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {conditions.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.conditionsHint}
          </Text>
        )}
        {conditions.map((condition, i) => (
          <Paper key={condition.kind} withBorder p="sm">
            <Stack gap="sm">
              <ConditionFields
                kinds={[condition.kind, ...freeKinds]}
                value={condition}
                onChange={(next) => onChange(conditions.with(i, next))}
              />
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={`${words.deleteCondition}: ${kindName(condition.kind, words)}`}
                onClick={() => onChange(conditions.filter((one) => one !== condition))}
              >
                {words.deleteCondition}
              </Button>
            </Stack>
          </Paper>
        ))}
      </Stack>
    </Section>
  )
}
