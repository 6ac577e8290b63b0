"""The games of the house. Each folder has the same rooms; each line registers one."""

from gunbai.core.registry import register

register("gunshi", "gunbai.games.gunshi.rules")
register("gunkimono", "gunbai.games.gunkimono.rules")
register("shogun", "gunbai.games.shogun.rules")
register("shogun", "gunbai.games.shogun.rules_1", version=1)
register("shogun", "gunbai.games.shogun.rules_2", version=2)
