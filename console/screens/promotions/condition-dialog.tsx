import { Button, Group, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { promotions } from '#console/strings/promotions.ts'
import { kindName } from './kind-name.ts'
import { type Choice, CONDITION_KINDS, type ConditionKind, useResources } from './use-resources.ts'

interface StoredCondition {
  id: string
  type: ConditionKind
  operator: 'in' | 'not_in'
  choices: Choice[]
}

interface ConditionDialogProps {
  discountId: string
  /** The kinds of conditions that the discount does not have yet. */
  kinds: readonly ConditionKind[]
  /** Undefined for a new condition. */
  stored?: StoredCondition
  onDone(): void
}

export function ConditionDialog({ discountId, kinds, stored, onDone }: ConditionDialogProps) {
  const words = useStrings(promotions)
  const { save } = useStrings(common)
  const [kind, setKind] = useState<ConditionKind>(stored?.type ?? kinds[0] ?? 'products')
  const [operator, setOperator] = useState(stored?.operator ?? 'in')
  const [chosen, setChosen] = useState<Choice[]>(stored?.choices ?? [])
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const found = useResources(kind, text)
  const onSuccess = async () => {
    onDone()
    await queryClient.invalidateQueries(trpc.admin.discounts.pathFilter())
  }
  const create = useMutation(trpc.admin.discounts.createCondition.mutationOptions({ onSuccess }))
  const update = useMutation(trpc.admin.discounts.updateCondition.mutationOptions({ onSuccess }))
  const resources = { [kind]: chosen.map(({ value }) => value) }
  const created = { discount_id: discountId, operator, ...resources }
  const updated = stored && { discount_id: discountId, condition_id: stored.id, ...resources }
  const submit = () => (updated ? update.mutate(updated) : create.mutate(created))
  const isSaving = create.isPending || update.isPending || create.isSuccess || update.isSuccess
  const known = new Map([...chosen, ...found].map((choice) => [choice.value, choice]))
  const error = create.error ?? update.error
  return (
    <Stack>
      {!stored && (
        <>
          <Select
            label={words.about}
            allowDeselect={false}
            data={kinds.map((value) => ({ value, label: kindName(value, words) }))}
            value={kind}
            onChange={(value) => {
              setKind(CONDITION_KINDS.find((one) => one === value) ?? kind)
              setChosen([])
            }}
          />
          <SegmentedControl
            aria-label={words.operator}
            data={[
              { value: 'in', label: words.in },
              { value: 'not_in', label: words.notIn },
            ]}
            value={operator}
            onChange={(value) => setOperator(value === 'not_in' ? 'not_in' : 'in')}
          />
        </>
      )}
      <MultiSelect
        label={kindName(kind, words)}
        placeholder={words.chooseResources}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        data={[...known.values()]}
        value={chosen.map(({ value }) => value)}
        onChange={(values) => setChosen(values.flatMap((value) => known.get(value) ?? []))}
        data-autofocus
      />
      {chosen.length > 0 &&
        (updated ? (
          <ProcedurePreview procedure={trpc.admin.discounts.updateCondition} input={updated} isRunning={isSaving} />
        ) : (
          <ProcedurePreview procedure={trpc.admin.discounts.createCondition} input={created} isRunning={isSaving} />
        ))}
      {error && <ErrorState error={error} />}
      <Group justify="flex-end">
        <Button disabled={chosen.length === 0} loading={isSaving} onClick={submit}>
          {save}
        </Button>
      </Group>
    </Stack>
  )
}
