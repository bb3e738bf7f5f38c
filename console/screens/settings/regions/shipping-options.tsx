import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { Money } from '#console/components/money.tsx'
import { RowButtons, RowTable } from '#console/components/row-table.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditOptionDialog } from './edit-option-dialog.tsx'
import { NewOptionDialog } from './new-option-dialog.tsx'
import type { Region } from './region.ts'

export function ShippingOptions({ region }: { region: Region }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { edit, actions } = common.useWords()
  const { data, error } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({ region_id: region.id, limit: 200, expand: 'profile,requirements' }),
  )
  return (
    <Section
      title={words.shippingOptions}
      isFlush
      actions={
        <>
          <DialogButton
            text={words.newReturnOption}
            dialog={(close) => <NewOptionDialog region={region} isReturn onClose={close} />}
          />
          <DialogButton
            text={words.newOption}
            dialog={(close) => <NewOptionDialog region={region} isReturn={false} onClose={close} />}
          />
        </>
      }
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={2} />}
      {data && (
        <RowTable
          label={words.shippingOptions}
          rows={data.shipping_options}
          empty={words.noOptions}
          columns={[
            { key: 'name', title: shared.name, cell: ({ name }) => name },
            {
              key: 'use',
              title: words.audience,
              isWideOnly: true,
              cell: ({ is_return, admin_only }) =>
                [is_return ? words.isReturn : '', admin_only ? words.adminOnly : words.forCustomers]
                  .filter(Boolean)
                  .join(', '),
            },
            { key: 'profile', title: words.profile, isWideOnly: true, cell: ({ profile }) => profile?.name ?? '–' },
            {
              key: 'amount',
              title: words.amount,
              align: 'end',
              cell: ({ amount }) =>
                amount == null ? words.calculated : <Money amount={amount} currency={region.currency_code} />,
            },
            {
              key: 'actions',
              title: actions,
              align: 'end',
              cell: (option) => (
                <RowButtons>
                  <DialogButton
                    text={edit}
                    label={shared.editOf(option.name)}
                    dialog={(close) => <EditOptionDialog option={option} region={region} onClose={close} />}
                  />
                  <DeleteRow
                    procedure={trpc.admin.shippingOptions.delete}
                    input={{ id: option.id }}
                    name={option.name}
                  />
                </RowButtons>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
