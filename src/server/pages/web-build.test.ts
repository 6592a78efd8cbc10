import { describe, expect, it } from 'vitest'
import { createAssetTags } from './web-build.ts'

const tags = createAssetTags({
  'src/web/deferred-entry.ts': { file: 'assets/deferred-entry.js' },
  'src/web/entry-client.tsx': {
    file: 'assets/entry.js',
    css: ['assets/entry.css'],
    assets: ['assets/font.woff2', 'assets/picture.svg'],
    imports: ['_react.js'],
  },
  '_react.js': { file: 'assets/react.js' },
  'src/web/pages/about.tsx': { file: 'assets/about.js', imports: ['_react.js', '_card.js'] },
  '_card.js': { file: 'assets/card.js', css: ['assets/card.css'], imports: ['_react.js'] },
})

describe('asset tags', () => {
  it('load styles and fonts and list the scripts, without duplicates', () => {
    expect(tags(['src/web/pages/about.tsx']).split('\n')).toEqual([
      '<link rel="stylesheet" href="/assets/entry.css">',
      '<link rel="stylesheet" href="/assets/card.css">',
      '<link rel="preload" as="font" type="font/woff2" href="/assets/font.woff2" crossorigin>',
      '<script type="module" src="/assets/deferred-entry.js" data-code="/assets/entry.js /assets/react.js /assets/about.js /assets/card.js"></script>',
    ])
  })

  it('leave out scripts of other pages', () => {
    expect(tags([])).not.toContain('about.js')
  })
})
