import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { PluginFields } from '#console/components/plugin-fields/plugin-fields.tsx'
import { PluginActions } from '#console/components/plugin-parts/plugin-actions.tsx'
import { PluginLinks } from '#console/components/plugin-parts/plugin-links.tsx'
import { PluginPanels } from '#console/components/plugin-parts/plugin-panels.tsx'
import { Columns } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { OrganizationForm } from './organization-form.tsx'
import { ProductForm } from './product-form.tsx'
import { ProductImages } from './product-images.tsx'
import { ProductOptions } from './product-options.tsx'
import { ProductStatusBadge } from './product-status.tsx'
import { useProductActions } from './use-product-actions.ts'
import { VariantGrid } from './variant-grid.tsx'

const productRoute = getRouteApi('/shell/products/$id')

export function ProductPage() {
  const names = navigation.useWords()
  const { id } = productRoute.useParams()
  const { data, error } = useQuery(trpc.admin.products.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { product } = data
  return (
    <Page
      title={product.title}
      back={{ to: '/products', text: names.products }}
      badges={<ProductStatusBadge status={product.status} />}
      actions={
        <>
          <PluginLinks place="product" row={product} />
          <PluginActions place="product" id={product.id} />
          <ProductButtons id={product.id} isPublished={product.status === 'published'} />
        </>
      }
      width="detail"
    >
      <Columns
        main={
          <>
            <ProductForm key={product.id} product={product} />
            <ProductImages product={product} />
            <VariantGrid key={`variants ${product.id}`} product={product} />
            <PluginPanels place="product" id={product.id} />
          </>
        }
        side={
          <>
            <OrganizationForm key={product.id} product={product} />
            <ProductOptions product={product} />
            <PluginFields
              table="product"
              row={product}
              action={trpc.admin.products.update.mutationOptions()}
              identity={{ id: product.id }}
            />
          </>
        }
      />
    </Page>
  )
}

function ProductButtons({ id, isPublished }: { id: string; isPublished: boolean }) {
  const [publish, unpublish, remove] = useProductActions()
  const navigate = useNavigate()
  const toggle = isPublished ? unpublish : publish
  return (
    <>
      {remove?.isAllowed && (
        <Button
          variant="default"
          c="var(--danger)"
          onClick={async () => {
            if (await remove.run([{ id }])) await navigate({ to: '/products' })
          }}
        >
          {remove.name}
        </Button>
      )}
      {toggle?.isAllowed && (
        <Button variant={isPublished ? 'default' : 'filled'} onClick={() => toggle.run([{ id }])}>
          {toggle.name}
        </Button>
      )}
    </>
  )
}
