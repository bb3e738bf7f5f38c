import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useStoreName } from '#console/app/use-store-name.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'
import classes from './search-listing.module.css'

interface SearchListingProps {
  inputOf: InputOf
  product: { title: string; subtitle: string; description: string; handle: string }
  seo: { title: string; description: string }
}

/** Search engines cut longer texts. */
const SHOWN_TITLE = 60
const SHOWN_DESCRIPTION = 160

/** The address and the texts for search engines, as a result of a search shows them. */
export function SearchListing({ inputOf, product, seo }: SearchListingProps) {
  const words = products.useWords()
  const storeName = useStoreName()
  const title = seo.title || product.title || words.title
  const description = seo.description || product.subtitle || product.description
  return (
    <Section title={words.searchEngines}>
      <Stack gap="md">
        <figure className={classes.result} aria-label={words.searchPreview}>
          <Text size="xs" c="dimmed" truncate>
            {storeName} › {product.handle || words.handleOfTitle}
          </Text>
          <Text className={classes.title}>{cut(`${title} – ${storeName}`, SHOWN_TITLE)}</Text>
          <Text size="sm" c="dimmed">
            {cut(description, SHOWN_DESCRIPTION) || words.noSearchDescription}
          </Text>
        </figure>
        <TextInput
          label={words.seoTitle}
          placeholder={product.title}
          description={words.letters(title.length, SHOWN_TITLE)}
          {...inputOf('seo_title')}
        />
        <Textarea
          label={words.seoDescription}
          placeholder={cut(product.subtitle || product.description, SHOWN_DESCRIPTION)}
          description={words.letters(description.length, SHOWN_DESCRIPTION)}
          autosize
          minRows={2}
          {...inputOf('seo_description')}
        />
        <TextInput label={words.handle} description={words.handleHint} {...inputOf('handle')} />
      </Stack>
    </Section>
  )
}

function cut(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line
}
