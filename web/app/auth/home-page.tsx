export default function Page() {
  return <main className="display text-5xl">auth/home-page</main>
}
