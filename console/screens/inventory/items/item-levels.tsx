import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import { settings } from '#console/strings/settings.ts'
import { useLocations } from '../../orders/use-locations.ts'
import type { Item } from './item.ts'

const EditLevelDialog = lazyDialog(async () => (await import('./edit-level-dialog.tsx')).EditLevelDialog)
const NewLevelDialog = lazyDialog(async () => (await import('./new-level-dialog.tsx')).NewLevelDialog)

/** The quantities of an item at each location. */
export function ItemLevels({ item }: { item: Item }) {
  const words = inventory.useWords()
  const shared = settings.useWords()
  const { edit, delete: remove } = common.useWords()
  const locations = useLocations()
  const levels = item.location_levels ?? []
  const nameOf = (id: string) => locations.find((location) => location.id === id)?.name ?? id
  const free = locations.filter(({ id }) => !levels.some(({ location_id }) => location_id === id))
  return (
    <TableSection
      title={words.levels}
      actions={
        free.length > 0 && (
          <DialogButton
            needs="inventoryItems.createLevel"
            text={words.newLevel}
            dialog={(close) => <NewLevelDialog itemId={item.id} locations={free} onClose={close} />}
          />
        )
      }
      rows={levels}
      empty={words.noLevels}
      buttons={(level) => (
        <>
          <DialogButton
            needs="inventoryItems.updateLevel"
            text={edit}
            label={words.editLevelOf(nameOf(level.location_id))}
            dialog={(close) => <EditLevelDialog level={level} onClose={close} />}
          />
          <ProcedureButton
            procedure={trpc.admin.inventoryItems.deleteLevel}
            input={{ id: item.id, location_id: level.location_id }}
            text={remove}
            label={shared.deleteOf(nameOf(level.location_id))}
            question={{ title: shared.deleteTitle(nameOf(level.location_id)), text: words.deleteLevelText }}
            isDangerous
            done={shared.deleted}
          />
        </>
      )}
      columns={[
        { key: 'location', title: words.location, cell: ({ location_id }) => nameOf(location_id) },
        { key: 'stocked', title: words.stocked, align: 'end', cell: ({ stocked_quantity }) => stocked_quantity },
        {
          key: 'reserved',
          title: words.reserved,
          align: 'end',
          isWideOnly: true,
          cell: ({ reserved_quantity }) => reserved_quantity,
        },
        {
          key: 'available',
          title: words.available,
          align: 'end',
          cell: ({ available_quantity }) => available_quantity,
        },
        {
          key: 'incoming',
          title: words.incoming,
          align: 'end',
          isWideOnly: true,
          cell: ({ incoming_quantity }) => incoming_quantity,
        },
      ]}
    />
  )
}
