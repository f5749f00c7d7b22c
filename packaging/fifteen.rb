# A formula for a Homebrew tap; the release fills in the version and the sum.
class Fifteen < Formula
  desc "Shortest solutions of sliding puzzles, with pattern databases"
  homepage "https://github.com/fifteen-puzzle/fifteen"
  url "https://github.com/fifteen-puzzle/fifteen/releases/download/v@version@/fifteen-@version@-source.tar.gz"
  sha256 "@sha256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    generate_completions_from_executable(bin/"fifteen", "completions")
    system bin/"fifteen", "man", "--out", buildpath/"man"
    man1.install Dir["man/*.1"]
  end

  test do
    assert_match "52 moves", shell_output("#{bin}/fifteen solve '15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2'")
  end
end
