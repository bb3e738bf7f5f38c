import { Select, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { NewRowFieldInputs, useNewRowFields } from '#console/components/plugin-fields/new-row-fields.tsx'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { OptionFields } from './option-fields.tsx'
import { type OptionValues, optionInput } from './option-values.ts'
import type { Region } from './region.ts'

interface NewOptionDialogProps {
  region: Region
  isReturn: boolean
  onClose(): void
}

interface NewOptionValues extends OptionValues {
  profile_id: string | null
  /** The position in the list of methods. */
  method: string | null
}

const values: NewOptionValues = {
  name: '',
  price_type: 'flat_rate',
  amount: null,
  min_subtotal: null,
  max_subtotal: null,
  admin_only: false,
  includes_tax: false,
  profile_id: null,
  method: null,
}

export function NewOptionDialog({ region, isReturn, onClose }: NewOptionDialogProps) {
  const words = markets.useWords()
  const { create, created } = common.useWords()
  const methods = useMethods(region.id, isReturn)
  const { data: profiles } = useQuery(trpc.admin.shippingProfiles.list.queryOptions())
  const own = useNewRowFields('shipping_option')
  const form = useProcedureForm({
    action: trpc.admin.shippingOptions.create.mutationOptions(),
    draft: `${region.id}:${isReturn}`,
    values: { ...values, includes_tax: region.includes_tax },
    toInput: ({ profile_id, method, ...option }) => {
      const { provider_id = '', data = {} } = methods[Number(method ?? 0)] ?? {}
      const input = { ...optionInput(option), region_id: region.id, profile_id, provider_id, data, is_return: isReturn }
      return own.addTo(input, option)
    },
    onSaved: endDialog(created, onClose),
  })
  const { getInputProps } = form.fields
  return (
    <FormDialog
      form={form}
      title={isReturn ? words.newReturnOption : words.newOption}
      action={create}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.method}
          data={methods.map(({ name }, position) => ({ value: String(position), label: name }))}
          {...getInputProps('method')}
          value={form.fields.getValues().method ?? (methods.length > 0 ? '0' : null)}
          {...(methods.length === 0 ? { description: words.methodHint } : {})}
        />
        <Select
          label={words.profile}
          data={profiles?.shipping_profiles.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          {...getInputProps('profile_id')}
        />
      </SimpleGrid>
      <OptionFields form={form} currency={region.currency_code} />
      <NewRowFieldInputs fields={own.fields} form={form.fields} />
    </FormDialog>
  )
}

interface Method {
  provider_id: string
  name: string
  data: Record<string, unknown>
}

/** The shipping methods of the fulfillment providers in the region. */
function useMethods(regionId: string, isReturn: boolean): Method[] {
  const nameOf = useProviderName()
  const { data } = useQuery(trpc.admin.regions.listFulfillmentOptions.queryOptions({ id: regionId }))
  const methods = (data?.fulfillment_options ?? []).flatMap(({ provider_id, options }) =>
    options.map((option) => ({
      provider_id,
      name: methodName(nameOf(provider_id), nameOf(String(option.name ?? option.id))),
      data: option,
      isForReturns: option.is_return === true,
    })),
  )
  return methods.filter(({ isForReturns }) => isForReturns === isReturn)
}

const methodName = (provider: string, method: string): string =>
  provider === method ? provider : `${provider} – ${method}`
