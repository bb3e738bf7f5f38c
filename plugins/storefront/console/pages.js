import { api, context } from '../../plugin.js'
import { button, createStatus, el, labelled, select, t } from './page.js'

/** Pages that shops need, with their usual address and titles. */
const PURPOSES = {
  imprint: { slug: 'imprint', en: 'Legal notice', de: 'Impressum' },
  terms: { slug: 'terms', en: 'Terms and conditions', de: 'Allgemeine Geschäftsbedingungen' },
  privacy: { slug: 'privacy', en: 'Privacy', de: 'Datenschutz' },
  withdrawal: { slug: 'withdrawal', en: 'Right of withdrawal', de: 'Widerrufsbelehrung' },
  shipping: { slug: 'shipping-and-payment', en: 'Shipping and payment', de: 'Versand und Zahlung' },
  other: { slug: '', en: '', de: '' },
}

const list = document.querySelector('#list')
const editor = document.querySelector('#editor')
const { element: status, report, fail } = createStatus()
let languages = []
let pages = []
let takenSlugs = []

/** The title in the language of the user, or in the first language that has one. */
const nameOf = ({ titles, slug }) =>
  titles[context.language.split('-')[0]] ?? languages.map(({ code }) => titles[code]).find(Boolean) ?? slug

const isSaved = ({ id }) => id !== undefined

function newPage(purpose) {
  const { slug, ...known } = PURPOSES[purpose]
  const titles = Object.fromEntries(languages.map(({ code }) => [code, known[code] ?? '']))
  return { purpose, slug, titles, texts: {}, position: pages.length, is_published: false }
}

function row(page) {
  const open = button(nameOf(page), () => edit(page), { className: 'plain-button' })
  const state = takenSlugs.includes(page.slug)
    ? ['badge bad', 'Hidden by a page in code']
    : page.is_published
      ? ['badge good', 'Published']
      : ['badge', 'Draft']
  return el('li', { className: 'row spread' }, open, el('span', { className: state[0] }, t(state[1])))
}

function showList() {
  const missing = Object.keys(PURPOSES).filter(
    (purpose) => purpose === 'other' || !pages.some((page) => page.purpose === purpose),
  )
  const add = select(
    missing.map((purpose) => [purpose, PURPOSES[purpose].en || 'Another page']),
    missing[0],
  )
  list.replaceChildren(
    pages.length > 0
      ? el('ul', { className: 'plain' }, ...pages.map(row))
      : el(
          'p',
          { className: 'quiet' },
          t('There is no page yet. Most countries require a legal notice, terms and a privacy notice.'),
        ),
    el(
      'div',
      { className: 'add' },
      labelled('New page', add),
      button(t('Write'), () => edit(newPage(add.value))),
    ),
    ...(editor.hidden ? [status] : []),
  )
}

function languageFields({ code, name }, { titles, texts }) {
  const title = el('input', { value: titles[code] ?? '', maxLength: 120, name: `title-${code}` })
  const text = el('textarea', { className: 'long', value: texts[code] ?? '', maxLength: 100_000, name: `text-${code}` })
  return el(
    'fieldset',
    { lang: code },
    el('legend', {}, name),
    labelled('Title', title),
    labelled('Text', text, MARKDOWN),
  )
}

const MARKDOWN =
  'In Markdown: # Heading, **bold**, - list, [link](https://…). Empty: the page does not exist in this language.'

/** A language without a text is left out. */
function valuesOf({ purpose }) {
  const data = new FormData(editor)
  const written = languages.filter(({ code }) => data.get(`text-${code}`).trim() !== '')
  const byLanguage = (kind) => Object.fromEntries(written.map(({ code }) => [code, data.get(`${kind}-${code}`)]))
  return {
    ...{ purpose, slug: data.get('slug').trim(), position: Number(data.get('position')) },
    ...{ is_published: data.has('is_published'), titles: byLanguage('title'), texts: byLanguage('text') },
  }
}

/** Languages that the storefront does not have any longer keep their texts. */
function saved(page) {
  const { titles, texts, ...others } = valuesOf(page)
  const isShown = ([code]) => languages.some((language) => language.code === code)
  const kept = (stored) =>
    Object.fromEntries(Object.entries(stored).filter((entry) => isSaved(page) && !isShown(entry)))
  return { ...others, titles: { ...kept(page.titles), ...titles }, texts: { ...kept(page.texts), ...texts } }
}

function edit(page) {
  report('')
  const slug = el('input', { name: 'slug', value: page.slug, maxLength: 80 })
  const position = el('input', { name: 'position', type: 'number', min: 0, max: 1000, value: page.position })
  const published = el('input', { name: 'is_published', type: 'checkbox', checked: page.is_published })
  const buttons = el('div', { className: 'row' }, el('button', { className: 'primary' }, t('Save')))
  if (isSaved(page)) buttons.append(removeButton(page), ...(page.is_published ? [viewLink(page)] : []))
  editor.replaceChildren(
    el('h2', {}, isSaved(page) ? nameOf(page) : t('New page')),
    el('label', { className: 'check' }, published, t('Published')),
    labelled('Address', slug, 'The end of the address, such as about-us for /pages/about-us.'),
    labelled('Place in the footer', position),
    ...languages.map((language) => languageFields(language, page)),
    el('div', { className: 'actions' }, status, buttons),
  )
  editor.hidden = false
  editor.onsubmit = (event) => {
    event.preventDefault()
    const path = isSaved(page) ? `storefront/pages/${page.id}` : 'storefront/pages'
    api('POST', path, saved(page))
      .then(async (answer) => {
        await load()
        edit(answer.page)
        report(t('Saved.'))
      })
      .catch(fail)
  }
  slug.focus()
}

const removeButton = ({ id }) =>
  button(
    t('Delete'),
    () => {
      if (!confirm(t('Delete this page?'))) return
      api('DELETE', `storefront/pages/${id}`)
        .then(() => {
          editor.hidden = true
          return load()
        })
        .catch(fail)
    },
    { className: 'danger' },
  )

const viewLink = ({ slug }) =>
  el(
    'a',
    { href: new URL(`../../../pages/${slug}`, import.meta.url).href, target: '_blank' },
    t('View in the storefront'),
  )

async function load() {
  pages = (await api('GET', 'storefront/pages?limit=200')).pages
  showList()
}

api('GET', 'storefront/theme')
  .then((answer) => {
    languages = answer.languages
    takenSlugs = answer.taken_slugs
    return load()
  })
  .catch((error) => {
    list.append(status)
    fail(error)
  })
