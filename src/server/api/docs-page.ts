import { campus, perCampus } from '#campus/campus.ts'
import { publicCategories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { brandMark, look } from '../campus/look.ts'
import { escapeHtml } from '../escape-html.ts'

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; schema?: object }[]
  requestBody?: { content?: Record<string, { schema?: object }> }
  responses?: Record<
    string,
    { description?: string; content?: Record<string, { schema?: object }> }
  >
}

export interface OpenApiDocument {
  info: { title: string; description?: string }
  tags: { name: string; description: string }[]
  components: { securitySchemes: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}

/** Renders the OpenAPI document as an HTML page without scripts. */
export function renderDocsPage({ info, paths }: OpenApiDocument): string {
  const operationsByTag = Map.groupBy(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    ),
    ({ operation }) => operation.tags?.[0] ?? 'Other',
  )
  const groups = [...operationsByTag].map(([tag, operations]) => ({
    id: tag.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    heading: escapeHtml(tag),
    operations,
  }))
  const links = groups.map(({ id, heading }) => `<li><a href="#${id}">${heading}</a></li>`)
  const sections = groups.map(
    ({ id, heading, operations }) =>
      `<section id="${id}"><h2>${heading}</h2>${operations.map(renderOperation).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="${campus.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(info.title)}</title>
${look().styleTag}${look().iconTag}
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header><a href="/">${brandMark()} ${escapeHtml(campus.brand)}</a> <nav aria-label="Site">${siteLinks()}</nav></header>
<main>
<h1>${escapeHtml(info.title)}</h1>
<p>${escapeHtml(info.description ?? '')} <a href="/api/openapi.json">OpenAPI 3.1 as JSON</a></p>
<nav aria-label="Contents"><ul>${links.join('')}</ul></nav>
${sections.join('\n')}
</main>
</body>
</html>`
}

const siteLinks = () =>
  [
    ...publicCategories.map(({ id, labels }) => ({ to: pagePaths.browse(id), label: labels.menu })),
    { to: pagePaths.search(), label: 'Search' },
  ]
    .map(({ to, label }) => `<a href="${to}">${escapeHtml(label)}</a>`)
    .join('')

function renderOperation({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}) {
  const { summary, description, parameters, requestBody, responses } = operation
  const parameterRows = (parameters ?? []).map(
    (parameter) =>
      `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td>${renderSchema(parameter.schema)}</td></tr>`,
  )
  const bodySections = Object.entries(requestBody?.content ?? {}).map(
    ([type, content]) => `<h3>Body · ${escapeHtml(type)}</h3>${renderSchema(content.schema)}`,
  )
  const responseSections = Object.entries(responses ?? {}).map(
    ([status, response]) =>
      `<h3>Response ${escapeHtml(status)}</h3>${renderSchema(Object.values(response.content ?? {})[0]?.schema)}`,
  )
  return `<details><summary><code>${method.toUpperCase()}</code> <code>${breakable(path)}</code> <span>${escapeHtml(summary ?? '')}</span></summary>
${description ? `<p>${escapeHtml(description)}</p>` : ''}
${parameterRows.length > 0 ? `<h3>Parameters</h3><table>${parameterRows.join('')}</table>` : ''}
${bodySections.join('')}${responseSections.join('')}</details>`
}

/** A path that breaks before its slashes, so that on phones it begins beside its method. */
const breakable = (path: string) => escapeHtml(path).replaceAll(/(?<=.)\//g, '<wbr>/')

function renderSchema(value: object | undefined): string {
  return value
    ? `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
    : '<p>No content.</p>'
}

const styles = `
@font-face { font-family: "Bricolage Grotesque"; src: url("/api/docs/headings.woff2") format("woff2"); font-weight: 700; font-display: swap }
:root { --paper: #fbf7ee; --card: #fff; --ink: #17130e; --quiet: #5b5347; --line: #e7dfcf; --link: #4a1a9e }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14110d; --card: #1e1a14; --ink: #f7f1e5; --quiet: #bdb2a1; --line: #352e24; --link: #cdb4ff }
}
* { box-sizing: border-box }
html { scroll-padding-top: 12px }
body { margin: 0; overflow-wrap: anywhere; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif }
header, main { max-width: 960px; margin: 0 auto; padding: 18px }
h1, h2, header > a { font-family: "Bricolage Grotesque", system-ui, sans-serif; font-weight: 700; letter-spacing: -0.02em }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 18px }
header > a { display: inline-flex; align-items: center; gap: 10px; color: inherit; font-size: 24px; text-decoration: none }
header img { width: auto; height: 32px }
main { padding-bottom: 96px }
header nav { display: flex; flex-wrap: wrap; gap: 4px 18px }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 18px 0 0; padding: 0; list-style: none }
nav a { display: block; padding: 4px 0 }
header nav a { color: inherit; font-weight: 600; text-decoration: none } header nav a:hover { text-decoration: underline }
h1 { font-size: min(44px, 11vw); line-height: 1.05; margin: 0 0 12px } h2 { margin: 48px 0 12px } h3 { font-size: 1em; margin: 16px 0 4px }
a { color: var(--link) } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
details { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 8px 0; padding: 4px 16px }
summary { cursor: pointer; padding: 10px 0 } summary span { display: block; color: var(--quiet) } summary code:first-child { font-weight: 700 }
table { border-collapse: collapse; width: 100% } td { border-top: 1px solid var(--line); padding: 6px 12px 6px 0; vertical-align: top }
pre { background: var(--paper); border-radius: 8px; margin: 4px 0; overflow: auto; padding: 12px; max-height: 320px; font-size: 14px }
`

/** The stylesheet of the page. The link has the colour of the campus. */
export const docsStyles = perCampus(({ accent }) =>
  accent === null ? styles : `${styles}:root { --link: var(--color-link) }\n`,
)
