export default function Page() {
  return <main className="display text-5xl">site/services/services-page</main>
}
