import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { ProcedurePreview } from '#console/components/action/procedure-preview.tsx'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { ConditionFields, type ConditionValues } from './condition-fields.tsx'
import type { ConditionKind } from './use-resources.ts'

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
  const { save } = common.useWords()
  const [value, setValue] = useState<ConditionValues>({
    kind: stored?.type ?? kinds[0] ?? 'products',
    operator: stored?.operator ?? 'in',
    ids: Object.keys(stored?.names ?? {}),
  })
  const { kind, operator, ids: chosen } = value
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
      <ConditionFields value={value} onChange={setValue} {...(stored ? { names: stored.names } : { kinds })} />
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
