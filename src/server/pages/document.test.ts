import { describe, expect, it } from 'vitest'
import { embedJson, escapeHtml, renderDocument } from './document.ts'

const page = {
  head: { title: 'A title', description: 'A description', canonical: '/rentals/1' },
  body: '<p>body</p>',
  state: {},
  tags: '',
  appUrl: 'https://quad.example',
}

const nasty = `</script><script>alert(1)</script><!-- "'&`

describe('a document', () => {
  it('says its title, description and address to browsers and to link previews', () => {
    const html = renderDocument(page)
    expect(html).toContain('<title>A title</title>')
    expect(html).toContain('<meta name="description" content="A description">')
    expect(html).toContain('<meta property="og:title" content="A title">')
    expect(html).toContain('<link rel="canonical" href="https://quad.example/rentals/1">')
    expect(html).toContain('<meta property="og:url" content="https://quad.example/rentals/1">')
    expect(html).not.toContain('noindex')
  })

  it('asks search engines to skip a page without an address of its own', () => {
    const html = renderDocument({ ...page, head: { title: 'x', description: 'y' } })
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('canonical')
  })

  it('names its feed', () => {
    const html = renderDocument({ ...page, head: { ...page.head, feed: '/rentals/feed.xml' } })
    expect(html).toContain(
      '<link rel="alternate" type="application/atom+xml" href="https://quad.example/rentals/feed.xml">',
    )
  })

  it('shows the page’s own picture in link previews, as an absolute address', () => {
    const html = renderDocument({ ...page, head: { ...page.head, image: '/api/uploads/a.webp' } })
    expect(html).toContain('content="https://quad.example/api/uploads/a.webp"')
  })

  it('has the pictures of its first screen fetched before its styles and code', () => {
    const preload =
      '<link rel="preload" as="image" imageSrcSet="/a.webp 320w" fetchPriority="high"/>'
    const tags = '<link rel="stylesheet" href="/x.css">'
    const body = `${preload}<p>body</p>`
    const html = renderDocument({ ...page, tags, body })
    expect(html).toContain('<div id="root"><p>body</p></div>')
    expect(html.split(preload)).toHaveLength(2)
    expect(html.indexOf(preload)).toBeLessThan(html.indexOf(tags))
  })

  it('runs nothing that a student typed', () => {
    const html = renderDocument({
      ...page,
      head: { title: nasty, description: nasty, canonical: `/x?${nasty}`, jsonLd: { name: nasty } },
      state: { text: nasty },
    })
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toContain('alert(1)</script')
    const state = /id="state">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(state)).toEqual({ text: nasty })
  })
})

describe('escapeHtml', () => {
  it('leaves no character that ends a text or a quoted value', () => {
    expect(escapeHtml('<a href="x">&</a>')).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;')
  })
})

describe('embedJson', () => {
  it('writes nothing as null', () => {
    expect(embedJson(undefined)).toBe('null')
  })
})
