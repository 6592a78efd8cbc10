const steps = [
  { title: 'Sign up', text: 'with your university email' },
  { title: 'Browse', text: 'what other students sell' },
  { title: 'Meet up', text: 'safely on campus and exchange' },
]

export function HowItWorks() {
  return (
    <section className="panel panel-float" aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="title-3">
        How It Works
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex flex-wrap items-center gap-4 py-4.5 last:pb-0">
            <span
              aria-hidden="true"
              className="figure grid size-11 shrink-0 place-items-center rounded-control bg-gold text-lg text-on-gold"
            >
              {index + 1}
            </span>
            <p className="min-w-0 flex-1 basis-32">
              <strong className="block font-semibold">{title}</strong>
              <span className="text-ink-2">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
