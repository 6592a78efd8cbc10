import { describe, expect, it } from 'vitest'
import { builtInCampus } from '#campus/built-in.ts'
import { changeCampus } from '#tests/support/campus.ts'
import { look } from '../campus/look.ts'
import { escapeHtml } from '../escape-html.ts'
import { embedJson, renderDocument } from './document.ts'

const page = {
  head: { title: 'A title', description: 'A description', canonical: '/rentals/1' },
  body: '<p>body</p>',
  state: {},
  assetTags: '',
  appUrl: 'https://quad.example',
}

const malicious = `</script><script>alert(1)</script><!-- "'&`

describe('document', () => {
  it('has the title, description and URL for browsers and link previews', () => {
    const html = renderDocument(page)
    expect(html).toContain('<title>A title</title>')
    expect(html).toContain('<meta name="description" content="A description">')
    expect(html).toContain('<meta property="og:title" content="A title">')
    expect(html).toContain('<link rel="canonical" href="https://quad.example/rentals/1">')
    expect(html).toContain('<meta property="og:url" content="https://quad.example/rentals/1">')
    expect(html).not.toContain('noindex')
  })

  it('has the icons, the preview and the colours of the campus', () => {
    changeCampus(builtInCampus)
    const own = renderDocument(page)
    expect(own).toContain('<link rel="apple-touch-icon" href="/icon-180.png">')
    expect(own).not.toContain('<style>')
    changeCampus({ brand: 'Harbour', accent: '#1F6FB2' })
    const html = renderDocument(page)
    const { files, styleTag } = look()
    expect(html).toContain(`<link rel="icon" href="${files.icon}" type="image/png">`)
    expect(html).toContain(`<link rel="apple-touch-icon" href="${files.touchIcon}">`)
    expect(html).toContain(`content="https://quad.example${files.preview}"`)
    expect(html).toContain(styleTag)
    expect(html).not.toMatch(/favicon|"\/icon|og\.png/)
  })

  it('is rendered in the theme that the browser has chosen', () => {
    const system = renderDocument(page)
    expect(system).not.toContain(' data-theme="')
    expect(system).toContain('<meta name="color-scheme" content="light dark">')
    expect(system).toContain(
      '<meta name="theme-color" content="#14110D" media="(prefers-color-scheme: dark)">',
    )
    const dark = renderDocument({ ...page, theme: 'dark' })
    expect(dark).toMatch(/<html lang="[\w-]+" data-theme="dark">/)
    expect(dark).toContain('<meta name="color-scheme" content="dark">')
    expect(dark).toContain('<meta name="theme-color" content="#14110D" media="all">')
    expect(dark).not.toContain('#FBF7EE')
  })

  it('is noindex without a canonical URL', () => {
    const html = renderDocument({ ...page, head: { title: 'x', description: 'y' } })
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('canonical')
  })

  it('links to the feed', () => {
    const html = renderDocument({ ...page, head: { ...page.head, feed: '/rentals/feed.xml' } })
    expect(html).toContain(
      '<link rel="alternate" type="application/atom+xml" href="https://quad.example/rentals/feed.xml">',
    )
  })

  it('has the page’s image for link previews, by absolute URL and with its text', () => {
    const image = { src: '/api/uploads/a.webp', alt: 'A "lamp"' }
    const html = renderDocument({ ...page, head: { ...page.head, image } })
    expect(html).toContain(
      '<meta property="og:image" content="https://quad.example/api/uploads/a.webp">',
    )
    expect(html).toContain('<meta property="og:image:alt" content="A &quot;lamp&quot;">')
  })

  it('has the site’s image for link previews of other pages', () => {
    const html = renderDocument(page)
    const address = `https://quad.example${look().files.preview}`
    expect(html).toContain(`<meta property="og:image" content="${address}">`)
    expect(html).toMatch(/<meta property="og:image:alt" content="[^"]+">/)
  })

  it('has absolute URLs of images in structured data', () => {
    const jsonLd = { image: ['/api/uploads/a.webp', 'https://cdn.example/uploads/b.webp'] }
    const html = renderDocument({ ...page, head: { ...page.head, jsonLd } })
    expect(JSON.parse(/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')).toEqual({
      image: ['https://quad.example/api/uploads/a.webp', 'https://cdn.example/uploads/b.webp'],
    })
  })

  it('moves image preloads before styles and scripts', () => {
    const preload =
      '<link rel="preload" as="image" imageSrcSet="/a.webp 320w" fetchPriority="high"/>'
    const assetTags = '<link rel="stylesheet" href="/x.css">'
    const body = `${preload}<p>body</p>`
    const html = renderDocument({ ...page, assetTags, body })
    expect(html).toContain('<div id="root"><p>body</p></div>')
    expect(html.split(preload)).toHaveLength(2)
    expect(html.indexOf(preload)).toBeLessThan(html.indexOf(assetTags))
  })

  it('escapes user input in the head, the state and JSON-LD', () => {
    const html = renderDocument({
      ...page,
      head: {
        title: malicious,
        description: malicious,
        canonical: `/x?${malicious}`,
        jsonLd: { image: [], name: malicious },
      },
      state: { text: malicious },
    })
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('alert(1)</script')
    const state = /id="state">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(state)).toEqual({ text: malicious })
  })
})

describe('escapeHtml', () => {
  it('escapes characters that end text or a quoted attribute', () => {
    expect(escapeHtml('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;')
  })
})

describe('embedJson', () => {
  it('serializes undefined as null', () => {
    expect(embedJson(undefined)).toBe('null')
  })
})
