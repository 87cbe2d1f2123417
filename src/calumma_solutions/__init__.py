"""The certificates of Yamamoto's Chameleon: for either goal the first player's winning strategy, a file each.

A distribution of its own, `calumma-solutions`, because they are larger than all of calumma and only those who study the game
need them. Calumma finds them where this package can be imported: once it is installed, and in a clone.
"""
