import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { modals } from '#console/components/modals.ts'
import { Section } from '#console/components/section.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, promotions } from '#console/strings/promotions.ts'
import type { Discount } from './discount-form.tsx'
import { kindName } from './kind-name.ts'
import { CONDITION_KINDS, type Condition } from './use-resources.ts'

const ConditionDialog = lazyDialog(async () => (await import('./condition-dialog.tsx')).ConditionDialog)

/** The products and customers that a discount is for. Each change is saved at once. */
export function DiscountConditions({ discount }: { discount: Discount }) {
  const words = promotions.useWords()
  const confirm = useConfirm()
  const remove = useMutation(trpc.admin.discounts.deleteCondition.mutationOptions())
  const askAndRemove = async ({ id, type }: Condition) => {
    const input = { discount_id: discount.id, condition_id: id }
    const isConfirmed = await confirm({
      title: words.deleteConditionTitle(kindName(type, words)),
      text: words.deleteConditionText,
      action: words.deleteCondition,
      isDangerous: true,
      preview: <ProcedurePreview procedure={trpc.admin.discounts.deleteCondition} input={input} />,
    })
    if (isConfirmed) remove.mutate(input)
  }
  const conditions = discount.rule?.conditions ?? []
  const takenKinds = conditions.map(({ type }) => type)
  const edit = (condition?: Condition) => {
    const modal = modals.open({
      title: condition ? words.editCondition : words.addCondition,
      children: (
        <ConditionDialog
          discountId={discount.id}
          kinds={CONDITION_KINDS.filter((kind) => !takenKinds.includes(kind))}
          {...(condition ? { stored: { ...condition, names: namesOf(condition) } } : {})}
          onDone={() => modals.close(modal)}
        />
      ),
    })
  }
  return (
    <Section
      title={words.conditions}
      actions={
        takenKinds.length < CONDITION_KINDS.length && (
          <Allowed needs="discounts.createCondition">
            <Button size="xs" variant="default" onClick={() => edit()}>
              {words.addCondition}
            </Button>
          </Allowed>
        )
      }
    >
      <Stack gap="sm">
        {conditions.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.conditionsHint}
          </Text>
        )}
        {conditions.map((condition) => (
          <Group key={condition.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text size="sm" fw={500}>
                {kindName(condition.type, words)}
              </Text>
              <Text size="sm">{summaryOf(condition, words)}</Text>
            </div>
            <Group gap={4} wrap="nowrap">
              <Allowed needs="discounts.updateCondition">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`${words.editCondition}: ${kindName(condition.type, words)}`}
                  onClick={() => edit(condition)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
              </Allowed>
              <Allowed needs="discounts.deleteCondition">
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={`${words.deleteCondition}: ${kindName(condition.type, words)}`}
                  loading={remove.isPending}
                  onClick={() => void askAndRemove(condition)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Allowed>
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

type Words = Translation<typeof en>

/** The names of the rows of a condition by their IDs. */
function namesOf(condition: Condition): Record<string, string> {
  const { products, product_types, product_collections, product_tags, customer_groups } = condition
  return Object.fromEntries([
    ...[...(products ?? []), ...(product_collections ?? [])].map(({ id, title }) => [id, title]),
    ...[...(product_types ?? []), ...(product_tags ?? [])].map(({ id, value }) => [id, value]),
    ...(customer_groups ?? []).map(({ id, name }) => [id, name]),
  ])
}

function summaryOf(condition: Condition, words: Words): string {
  const names = Object.values(namesOf(condition)).join(', ')
  return condition.operator === 'in' ? words.onlyTheir(names) : words.allExcept(names)
}
