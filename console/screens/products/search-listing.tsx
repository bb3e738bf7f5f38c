import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useStoreName } from '#console/app/use-store-name.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'
import { cut, lettersOf, plainText } from './listed-text.ts'
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
  const ofProduct = product.subtitle || plainText(product.description)
  const description = seo.description || ofProduct
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
          description={words.letters(lettersOf(title).length, SHOWN_TITLE)}
          {...inputOf('seo_title')}
        />
        <Textarea
          label={words.seoDescription}
          placeholder={cut(ofProduct, SHOWN_DESCRIPTION)}
          description={words.letters(lettersOf(description).length, SHOWN_DESCRIPTION)}
          autosize
          minRows={2}
          {...inputOf('seo_description')}
        />
        <TextInput label={words.handle} description={words.handleHint} {...inputOf('handle')} />
      </Stack>
    </Section>
  )
}
