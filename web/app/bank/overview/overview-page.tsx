export default function Page() {
  return <main className="display text-5xl">bank/overview/overview-page</main>
}
