import { Button, Group, SegmentedControl, Select, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { SearchPicker } from '#console/components/search-picker.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { promotions } from '#console/strings/promotions.ts'
import { kindName } from './kind-name.ts'
import { CONDITION_KINDS, type ConditionKind, useResources } from './use-resources.ts'

interface StoredCondition {
  id: string
  type: ConditionKind
  operator: 'in' | 'not_in'
  /** The names of the chosen rows by their IDs. */
  names: Readonly<Record<string, string>>
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
  const words = promotions.useWords()
  const { save } = common.useWords()
  const [kind, setKind] = useState<ConditionKind>(stored?.type ?? kinds[0] ?? 'products')
  const [operator, setOperator] = useState(stored?.operator ?? 'in')
  const [chosen, setChosen] = useState(Object.keys(stored?.names ?? {}))
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const found = useResources(kind, text)
  const create = useMutation(
    trpc.admin.discounts.createCondition.mutationOptions({ ...shownInPlace, onSuccess: onDone }),
  )
  const update = useMutation(
    trpc.admin.discounts.updateCondition.mutationOptions({ ...shownInPlace, onSuccess: onDone }),
  )
  const resources = { [kind]: chosen }
  const created = { discount_id: discountId, operator, ...resources }
  const updated = stored && { discount_id: discountId, condition_id: stored.id, ...resources }
  const submit = () => (updated ? update.mutate(updated) : create.mutate(created))
  const isSaving = create.isPending || update.isPending || create.isSuccess || update.isSuccess
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
      <SearchPicker
        label={kindName(kind, words)}
        placeholder={words.chooseResources}
        {...(stored ? { known: stored.names } : {})}
        value={chosen}
        onChange={setChosen}
        search={search}
        onSearch={setSearch}
        found={found}
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
