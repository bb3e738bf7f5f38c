import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
import { VariantSearch } from '#console/components/variants/variant-search.tsx'
import { common } from '#console/strings/common.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from '../order.ts'
import { EditLines } from './edit-lines.tsx'
import { EditTotals } from './edit-totals.tsx'
import { useEditActions } from './use-edit-actions.ts'

const ConfirmEditDialog = lazyDialog(async () => (await import('./confirm-edit-dialog.tsx')).ConfirmEditDialog)

interface EditDialogProps {
  editId: string
  order: Order
  onClose(): void
}

/** Changes the items of an order in an edit, and shows the new totals. */
export function EditDialog({ editId, order, onClose }: EditDialogProps) {
  useReturnedFocus()
  const words = orderActions.useWords()
  const { close } = common.useWords()
  const { data, error } = useQuery(trpc.admin.orderEdits.get.queryOptions({ id: editId }))
  const edit = useEditActions(editId, onClose)
  return (
    <Modal opened onClose={onClose} title={words.editItemsTitle} size="xl" closeButtonProps={{ 'aria-label': close }}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines />}
      {data && (
        <Stack>
          <Text size="sm" c="dimmed">
            {words.editDraftHint}
          </Text>
          <EditLines edit={data.order_edit} actions={edit} currency={order.currency_code} />
          <VariantSearch
            label={words.addItem}
            regionId={order.region_id}
            currency={order.currency_code}
            onChoose={({ variant_id }) => edit.add(variant_id)}
          />
          {edit.error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {edit.error}
            </Text>
          )}
          <EditTotals edit={data.order_edit} order={order} />
          <Group justify="space-between">
            <Button variant="subtle" color="red" loading={edit.isRunning} onClick={edit.discard}>
              {words.deleteEdit}
            </Button>
            <Group gap="xs">
              <Button
                variant="default"
                disabled={!data.order_edit.changes?.length}
                loading={edit.isRunning}
                onClick={edit.request}
              >
                {words.requestEdit}
              </Button>
              <DialogButton
                needs="orderEdits.confirm"
                text={words.confirmEdit}
                size="sm"
                variant="filled"
                disabled={!data.order_edit.changes?.length}
                dialog={(closeConfirm) => (
                  <ConfirmEditDialog edit={data.order_edit} onClose={closeConfirm} onDone={onClose} />
                )}
              />
            </Group>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
