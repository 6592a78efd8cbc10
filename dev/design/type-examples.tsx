import { Chapter, Example } from './example.tsx'

const titles = [
  ['title-hero', '76, on phones 46'],
  ['title-1', '44'],
  ['title-2', '32'],
  ['title-3', '24'],
  ['title-4', '20'],
] as const

export function TypeExamples() {
  return (
    <Chapter
      title="Type"
      text="Bricolage Grotesque for what is loud, the system's face for the rest."
    >
      <ul className="grid gap-5">
        {titles.map(([name, size]) => (
          <li key={name} className="design-sample grid gap-1">
            <span className="text-ink-2 text-sm">
              {name} · {size}
            </span>
            <span className={name}>Sunny corner</span>
          </li>
        ))}
      </ul>
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Text, 20 to 14">
          <p className="text-xl">Twenty for a lead under a headline.</p>
          <p className="text-lg">Eighteen for a sentence that should be noticed.</p>
          <p>
            Sixteen for reading,{' '}
            <a href="#main" className="link">
              with a link in it
            </a>
            .
          </p>
          <p className="text-ink-2 text-sm">Fourteen for what can wait.</p>
        </Example>
        <Example title="Figures and marker">
          <p>
            <span className="figure text-3xl">$850</span>{' '}
            <span className="text-ink-2">a small unit</span>
          </p>
          <p className="title-2 mt-3">
            A headline <span className="marker">worth marking.</span>
          </p>
        </Example>
      </div>
    </Chapter>
  )
}
