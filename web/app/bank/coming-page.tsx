export default function Page() {
  return <main className="display text-5xl">bank/coming-page</main>
}
