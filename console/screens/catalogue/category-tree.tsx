import { ActionIcon, Button, Card, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { modals } from '#console/components/modals.ts'
import { Page } from '#console/components/page.tsx'
import { usePluginLinks } from '#console/components/plugin-parts/use-plugin-links.ts'
import { EmptyState, ErrorState, LoadingLines } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { translatedRow } from '#console/components/translations/translated-row.ts'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { catalogue } from '#console/strings/catalogue.ts'
import { common } from '#console/strings/common.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { CategoryForm } from './category-form.tsx'
import { type Category, inTreeOrder, type PlacedCategory } from './category-list.ts'
import classes from './category-tree.module.css'

const MAX_CATEGORIES = 500

export function CategoryTree() {
  const words = catalogue.useWords()
  const { data, error } = useQuery(
    trpc.admin.productCategories.list.queryOptions({ limit: MAX_CATEGORIES, expand: '' }),
  )
  const categories = data?.product_categories ?? []
  const edit = (editing: { category?: Category; parent?: string }) => {
    const modal = modals.open({
      title: editing.category ? words.editCategory : words.newCategory,
      children: <CategoryForm {...editing} categories={categories} onDone={() => modals.close(modal)} />,
    })
  }
  return (
    <Page
      title={words.categoriesTab}
      actions={
        <Allowed needs="productCategories.create">
          <Button onClick={() => edit({})}>{words.newCategory}</Button>
        </Allowed>
      }
    >
      <CatalogueTabs />
      <Card padding={0}>
        {error && <ErrorState error={error} />}
        {!data && !error && <LoadingLines />}
        {data && categories.length === 0 && <EmptyState title={words.categoriesTab} hint={words.categoriesEmpty} />}
        <ul className={classes.tree}>
          {inTreeOrder(categories).map((category) => (
            <CategoryLine key={category.id} category={category} onEdit={edit} />
          ))}
        </ul>
      </Card>
    </Page>
  )
}

interface CategoryLineProps {
  category: PlacedCategory
  onEdit(editing: { category?: Category; parent?: string }): void
}

function CategoryLine({ category, onEdit }: CategoryLineProps) {
  const words = catalogue.useWords()
  const { edit, delete: deleteText, more } = common.useWords()
  const confirm = useConfirm()
  const may = useMay()
  const mayUpdate = may('productCategories.update')
  const update = useMutation(trpc.admin.productCategories.update.mutationOptions())
  const showDeletion = useUndoableDeletion()
  const { id, name, depth, rank, isFirst, isLast } = category
  const remove = useMutation(
    trpc.admin.productCategories.delete.mutationOptions({ onSuccess: () => showDeletion('product_category', id) }),
  )
  const links = usePluginLinks('product_category')(category)
  const move = (to: number) => update.mutate({ id, rank: to })
  const askToDelete = async () => {
    const text = words.deleteCategoryText(name)
    if (await confirm({ title: words.deleteCategory, text, action: deleteText, isDangerous: true }))
      remove.mutate({ id })
  }
  return (
    <li className={classes.line} style={{ '--depth': depth } as React.CSSProperties}>
      <Group gap="sm" wrap="nowrap" miw={0}>
        <Text size="sm" fw={depth === 0 ? 600 : 400} truncate>
          {name}
        </Text>
        {!category.is_active && <StatusBadge tone="quiet" text={words.inactive} />}
        {category.is_internal && <StatusBadge tone="quiet" text={words.internalBadge} />}
      </Group>
      <TranslateButton name={name} rows={[translatedRow('product_category', category, ['name', 'description'])]} />
      {(links.length > 0 || mayUpdate || may('productCategories.create') || may('productCategories.delete')) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`${more}: ${name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {links.map(({ text, href }) => (
              <Menu.Item key={href} component="a" href={href} target="_blank">
                {text}
              </Menu.Item>
            ))}
            {mayUpdate && <Menu.Item onClick={() => onEdit({ category })}>{edit}</Menu.Item>}
            <Allowed needs="productCategories.create">
              <Menu.Item onClick={() => onEdit({ parent: id })}>{words.addChild}</Menu.Item>
            </Allowed>
            {mayUpdate && (
              <>
                <Menu.Item disabled={isFirst} onClick={() => move(rank - 1)}>
                  {words.moveUp}
                </Menu.Item>
                <Menu.Item disabled={isLast} onClick={() => move(rank + 1)}>
                  {words.moveDown}
                </Menu.Item>
              </>
            )}
            <Allowed needs="productCategories.delete">
              <Menu.Item c="var(--danger)" onClick={() => void askToDelete()}>
                {deleteText}
              </Menu.Item>
            </Allowed>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
